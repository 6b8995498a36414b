// A build loader that reduces each icon of lucide-react to one path, and the component that draws it to three lines. A
// page has up to 45 icons: their lists of elements and the library's options were 5 kB of its scripts after Brotli.

const COMPONENT = `
import { jsx } from "react/jsx-runtime";
const box = { width: 24, height: 24, viewBox: "0 0 24 24", fill: "none", "aria-hidden": true };
const line = { stroke: "currentColor", strokeWidth: 2, strokeLinecap: "round", strokeLinejoin: "round" };
export default (d) => (props) => jsx("svg", { ...box, ...line, ...props, children: jsx("path", { d }) });
`;

/** @this {{ resourcePath: string }} */
export default function icons(source) {
  if (this.resourcePath.endsWith("createLucideIcon.mjs")) return COMPONENT;
  const data = /__iconData = (\{[\s\S]*?\n\});/.exec(source)?.[1];
  // A second name of another icon has no data of its own.
  if (!data) return source;
  const { node } = new Function(`return ${data}`)();
  const path = JSON.stringify(node.map(([tag, attributes]) => PATHS[tag](attributes)).join(""));
  return `import draw from "../createLucideIcon.mjs";\nexport default /*#__PURE__*/ draw(${path});`;
}

/** The path of each kind of element, as in https://www.w3.org/TR/SVG2/shapes.html; the build fails at any other. */
const PATHS = {
  path: ({ d }) => startAbsolute(d),
  line: ({ x1, y1, x2, y2 }) => `M${x1} ${y1}L${x2} ${y2}`,
  polyline: ({ points }) => `M${points}`,
  polygon: ({ points }) => `M${points}z`,
  // A filled one is a dot, whose middle the line does not quite reach.
  circle: ({ cx, cy, r, fill }) =>
    ellipse(Number(cx), Number(cy), Number(r), Number(r)) + (fill ? `M${cx} ${cy}h.01` : ""),
  ellipse: ({ cx, cy, rx, ry }) => ellipse(Number(cx), Number(cy), Number(rx), Number(ry)),
  rect: ({ x = 0, y = 0, width, height, ry = 0, rx = ry }) =>
    rectangle(Number(x), Number(y), Number(width), Number(height), Number(rx)),
};

const START = /^m\s*(-?\d*\.?\d+)[\s,]*(-?\d*\.?\d+)(.*)$/s;

/**
 * A path that starts with a relative `m` would continue where the path before it ends. Its further pairs of numbers are
 * lines, and relative.
 */
function startAbsolute(d) {
  const [, x, y, rest] = START.exec(d) ?? [];
  if (x === undefined) return d;
  return `M${x} ${y}${/^[\s,]*[-.\d]/.test(rest) ? "l" : ""}${rest.trimStart()}`;
}

function ellipse(cx, cy, rx, ry) {
  return `M${cx - rx} ${cy}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`;
}

function rectangle(x, y, width, height, r) {
  const [across, down] = [width - 2 * r, height - 2 * r];
  if (r === 0) return `M${x} ${y}h${width}v${height}h${-width}z`;
  const corner = (dx, dy) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  return `M${x + r} ${y}h${across}${corner(r, r)}v${down}${corner(-r, r)}h${-across}${corner(-r, -r)}v${-down}${corner(r, -r)}z`;
}
