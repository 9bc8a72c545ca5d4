declare const isEscaped: unique symbol

/** HTML in which every value is escaped; only `markup` and `lines` make it. */
export type Markup = string & { readonly [isEscaped]: true }

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes a value for text and attributes of HTML and SVG. */
export const escaped = (value: string | number) =>
  String(value).replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)

/** Template literal that escapes its values. */
export const markup = (texts: TemplateStringsArray, ...values: readonly (string | number)[]): Markup =>
  texts.map((text, at) => text + escaped(values[at] ?? '')).join('') as Markup // every value was escaped

/** Joins markup as lines. */
export const lines = (each: readonly Markup[]): Markup => each.join('<br>') as Markup // escaped line by line
