// Decodes HEIC files, the format of iPhone photographs. The image library has no decoder for them.
import { UnreadableFile } from '#reading/unreadable-file.ts';
import type { Grey } from './grey.ts';

type HeicFile = {
  size: { width: number; height: number };
  /** Returns the picture, rotated as the file specifies. */
  decode(): Promise<Grey>;
};

export async function openHeic(bytes: Uint8Array): Promise<HeicFile> {
  // The decoder is 2 MB, so it is loaded only for HEIC files.
  const { default: libheif } = await import('libheif-js/wasm-bundle.js');
  const images = new libheif.HeifDecoder().decode(bytes);
  const image = images.find((one) => one.is_primary()) ?? images[0];
  if (image === undefined) throw new UnreadableFile('it is damaged');
  const size = { width: image.get_width(), height: image.get_height() };
  return {
    size,
    async decode() {
      const into = { ...size, data: new Uint8ClampedArray(4 * size.width * size.height) };
      const pixels = await new Promise<{ data: Uint8ClampedArray } | null>((done) => image.display(into, done));
      for (const one of images) one.free();
      if (pixels === null) throw new UnreadableFile('it is damaged');
      return { ...size, data: brightnessOf(pixels.data) };
    },
  };
}

function brightnessOf(pixels: Uint8ClampedArray): Uint8Array {
  const data = new Uint8Array(pixels.length / 4);
  for (let index = 0; index < data.length; index++) {
    const at = 4 * index;
    data[index] = 0.299 * (pixels[at] ?? 0) + 0.587 * (pixels[at + 1] ?? 0) + 0.114 * (pixels[at + 2] ?? 0);
  }
  return data;
}
