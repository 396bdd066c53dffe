/** A drawing of the page as a picture to keep and to share. All its looks must be attributes: no style follows it. */

const FINE = 2; // pixels for each unit of the drawing

/** The drawing as a PNG, which every program can show. */
export async function pictureOf(svg: SVGSVGElement, name: string): Promise<File> {
  const { width, height } = svg.viewBox.baseVal;
  const copy = svg.cloneNode(true) as SVGSVGElement;
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width * FINE;
  canvas.height = height * FINE;
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  return new File([blob!], `${name}.png`, { type: 'image/png' });
}

/** Keep it as a file of this device. */
export function keep(file: File): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000); // some browsers fetch it a little later
}

/** Whether this device has other programs that take a picture. */
export const canShare = (): boolean =>
  'canShare' in navigator && navigator.canShare({ files: [new File([], 'a.png', { type: 'image/png' })] });

/** Hand it to another program; whoever thinks better of it has lost nothing. */
export const share = (file: File, title: string): Promise<void> =>
  navigator.share({ title, files: [file] }).catch(() => undefined);
