/** An SVG as a PNG, twice as large, so that it stays sharp on paper and in slides. */

const SCALE = 2;

/** The picture as PNG; rejects where the browser cannot draw it. */
export async function toPng(svg: string, width: number, height: number): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = SCALE * width;
  canvas.height = SCALE * height;
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no PNG"))), "image/png");
  });
}
