// CSS colours. A string that passes these checks is a colour and nothing else, so it is safe inside a style sheet.

const SIX_DIGITS = /^#[0-9a-f]{6}$/i;
const HEX = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

const VALUE = String.raw`(?:[+-]?(?:\d{1,9}(?:\.\d{1,9})?|\.\d{1,9})(?:%|deg|grad|rad|turn)?|none)`;
const BETWEEN = String.raw`\s{0,9},\s{0,9}`;
/** Matches the legacy syntax of a colour: `rgb(0, 0, 0)` and `rgb(0, 0, 0, 50%)`. */
const WITH_COMMAS = new RegExp(String.raw`^(?:rgb|hsl)a?\(\s{0,9}${VALUE}(?:${BETWEEN}${VALUE}){2,3}\s{0,9}\)$`, 'i');
/** Matches the modern syntax of a colour: `rgb(0 0 0)` and `rgb(0 0 0 / 50%)`. */
const WITH_BLANKS = new RegExp(
  String.raw`^(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(\s{0,9}${VALUE}(?:\s{1,9}${VALUE}){2}(?:\s{0,9}\/\s{0,9}${VALUE})?\s{0,9}\)$`,
  'i',
);

const NAMES = new Set(
  `aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood
  cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson currentcolor cyan darkblue darkcyan
  darkgoldenrod darkgray darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred
  darksalmon darkseagreen darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue
  dimgray dimgrey dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green
  greenyellow grey honeydew hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon
  lightblue lightcoral lightcyan lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon
  lightseagreen lightskyblue lightslategray lightslategrey lightsteelblue lightyellow lime limegreen linen magenta
  maroon mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen
  mediumturquoise mediumvioletred midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab
  orange orangered orchid palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum
  powderblue purple rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver
  skyblue slateblue slategray slategrey snow springgreen steelblue tan teal thistle tomato transparent turquoise violet
  wheat white whitesmoke yellow yellowgreen`.split(/\s+/),
);

/** A colour written as `#rrggbb`. */
export const isHexColor = (text: string): boolean => SIX_DIGITS.test(text);

export const isCssColor = (text: string): boolean =>
  HEX.test(text) || NAMES.has(text.toLowerCase()) || WITH_COMMAS.test(text) || WITH_BLANKS.test(text);
