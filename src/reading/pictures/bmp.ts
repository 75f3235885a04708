// Decodes BMP files, which the image library cannot read. Phones and scanners write uncompressed BMP files. Compressed
// files (run lengths, embedded JPEG) are rare and are rejected.
import { UnreadableFile } from '#reading/unreadable-file.ts';
import type { Grey } from './grey.ts';

type Header = {
  width: number;
  height: number;
  /** Rows are stored from the bottom up, unless the stored height is negative. */
  upwards: boolean;
  bits: number;
  /** The number of bytes from the start of the file to the pixels. */
  offset: number;
  /** The brightness of each colour of the palette; empty if the pixels contain the colours themselves. */
  palette: Uint8Array;
};

const damaged = (): UnreadableFile => new UnreadableFile('it is damaged');

/** Returns the size in pixels, so that it can be checked before decoding. */
export function bmpSize(bytes: Buffer): { width: number; height: number } {
  const { width, height } = headerOf(bytes);
  return { width, height };
}

export function decodeBmp(bytes: Buffer): Grey {
  const { width, height, upwards, bits, offset, palette } = headerOf(bytes);
  const row_bytes = Math.ceil((width * bits) / 32) * 4;
  if (offset + row_bytes * height > bytes.length) throw damaged();
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const row = offset + row_bytes * (upwards ? height - 1 - y : y);
    for (let x = 0; x < width; x++) data[y * width + x] = pixelAt(bytes, row, x, bits, palette);
  }
  return { width, height, data };
}

function headerOf(bytes: Buffer): Header {
  if (bytes.length < 54) throw damaged();
  const header_length = bytes.readUInt32LE(14);
  if (header_length < 40) throw new UnreadableFile('it is not readable');
  const [width, stored_height] = [bytes.readInt32LE(18), bytes.readInt32LE(22)];
  const [bits, compression, used] = [bytes.readUInt16LE(28), bytes.readUInt32LE(30), bytes.readUInt32LE(46)];
  // Compression 3 means that the file defines the bits of each colour. Programs use it for 32 bits per pixel with the
  // usual order of colours, so such a file is read like an uncompressed file.
  const is_plain = compression === 0 || (compression === 3 && bits === 32);
  if (!is_plain || ![1, 4, 8, 24, 32].includes(bits)) throw new UnreadableFile('it is not readable');
  if (width <= 0 || stored_height === 0) throw damaged();
  const colours = bits > 8 ? 0 : Math.min(used === 0 ? 2 ** bits : used, 2 ** bits);
  const palette = paletteOf(bytes.subarray(14 + header_length, 14 + header_length + 4 * colours));
  const offset = bytes.readUInt32LE(10);
  return { width, height: Math.abs(stored_height), upwards: stored_height > 0, bits, offset, palette };
}

function paletteOf(colours: Buffer): Uint8Array {
  const palette = new Uint8Array(256);
  for (let index = 0; index * 4 + 2 < colours.length; index++) palette[index] = brightness(colours, index * 4);
  return palette;
}

function pixelAt(bytes: Buffer, row: number, x: number, bits: number, palette: Uint8Array): number {
  if (bits >= 24) return brightness(bytes, row + (x * bits) / 8);
  const byte = bytes[row + Math.floor((x * bits) / 8)] ?? 0;
  const index = (byte >> (8 - bits - ((x * bits) % 8))) & (2 ** bits - 1);
  return palette[index] ?? 0;
}

/** The colours are stored in the order blue, green, red. */
const brightness = (bytes: Buffer, at: number): number =>
  Math.round(0.114 * (bytes[at] ?? 0) + 0.587 * (bytes[at + 1] ?? 0) + 0.299 * (bytes[at + 2] ?? 0));
