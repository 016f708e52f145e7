/** Draws an SVG that stands in the page on a canvas, as it is styled there; nothing is fetched for it. */

const SHAPES = 'rect, circle, path, text';

function number(element: Element, name: string): number {
  return Number(element.getAttribute(name) ?? 0);
}

function outline(element: Element): Path2D {
  const path = new Path2D(element.getAttribute('d') ?? undefined);
  if (element.tagName === 'circle')
    path.arc(number(element, 'cx'), number(element, 'cy'), number(element, 'r'), 0, 2 * Math.PI);
  if (element.tagName === 'rect') {
    path.roundRect(
      number(element, 'x'),
      number(element, 'y'),
      number(element, 'width'),
      number(element, 'height'),
      number(element, 'rx'),
    );
  }
  return path;
}

function drawText(context: CanvasRenderingContext2D, element: Element, style: CSSStyleDeclaration): void {
  context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  context.textAlign = style.textAnchor === 'middle' ? 'center' : 'start';
  context.fillText(element.textContent ?? '', number(element, 'x'), number(element, 'y'));
}

function drawShape(context: CanvasRenderingContext2D, element: Element, style: CSSStyleDeclaration): void {
  const path = outline(element);
  if (style.fill !== 'none') context.fill(path);
  if (style.stroke === 'none') return;
  context.strokeStyle = style.stroke;
  context.lineWidth = Number.parseFloat(style.strokeWidth);
  context.lineCap = style.strokeLinecap as CanvasLineCap;
  context.lineJoin = style.strokeLinejoin as CanvasLineJoin;
  context.setLineDash(
    style.strokeDasharray === 'none' ? [] : style.strokeDasharray.split(/[\s,]+/).map(Number.parseFloat),
  );
  context.stroke(path);
}

/** A canvas of `width` pixels with the drawing on it. */
export function drawSvg(svg: SVGSVGElement, width: number): HTMLCanvasElement {
  const { width: own, height } = svg.viewBox.baseVal;
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = Math.round((height / own) * width);
  const context = canvas.getContext('2d');
  const root = svg.getScreenCTM()?.inverse();
  if (!context || !root) return canvas;
  const scale = width / own;
  for (const element of svg.querySelectorAll<SVGGraphicsElement>(SHAPES)) {
    const { a, b, c, d, e, f } = root.multiply(element.getScreenCTM() ?? root.inverse());
    context.setTransform(a * scale, b * scale, c * scale, d * scale, e * scale, f * scale);
    const style = getComputedStyle(element);
    context.fillStyle = style.fill === 'none' ? 'transparent' : style.fill;
    if (element.tagName === 'text') drawText(context, element, style);
    else drawShape(context, element, style);
  }
  return canvas;
}

/** Hands a canvas to the reader as a file. */
export function saveCanvas(canvas: HTMLCanvasElement, name: string): void {
  canvas.toBlob((blob) => {
    if (!blob) return;
    const link = document.createElement('a');
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    URL.revokeObjectURL(link.href);
  }, 'image/png');
}
