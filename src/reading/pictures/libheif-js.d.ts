// The type declarations for the part of libheif-js that this project uses. The package declares no types for this entry
// point.
declare module 'libheif-js/wasm-bundle.js' {
  type Pixels = { data: Uint8ClampedArray; width: number; height: number };
  type Image = {
    get_width(): number;
    get_height(): number;
    is_primary(): boolean;
    /**
     * Fills `into` with the red, green, blue and opacity values of each pixel. The result is null if decoding fails.
     */
    display(into: Pixels, done: (pixels: Pixels | null) => void): void;
    free(): void;
  };
  const libheif: { HeifDecoder: new () => { decode(bytes: Uint8Array): Image[] } };
  export default libheif;
}
