const KEPT = 'p br strong em u s h2 h3 h4 ul ol li blockquote table thead tbody tr th td a'.split(' ')
const ALLOWED: ReadonlyMap<string, string> = new Map([
  ...KEPT.map((tag) => [tag, tag] as const),
  ['b', 'strong'],
  ['i', 'em'],
  ['h1', 'h2'],
])
const ANGLES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;' }
/** Addresses on the web or of this portal. */
const SAFE_ADDRESS = /^(?:https?:\/\/|\/(?![/\\]))[^\s"'<>\\`]*$/i
const ADDRESS_LENGTH = 1_000

const attribute = (tag: string, name: string): string | undefined => {
  const found = new RegExp(String.raw`\s${name}\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))`, 'i').exec(tag)
  return found?.[1] ?? found?.[2] ?? found?.[3]
}

function linkOf(tag: string): string {
  const address = attribute(tag, 'href')?.trim() ?? ''
  return address.length <= ADDRESS_LENGTH && SAFE_ADDRESS.test(address) ? `<a href="${address}">` : '<a>'
}

/** Spans of a table cell, from 2 to 99. */
const cellOf = (tag: string, name: string): string =>
  `<${name}${['colspan', 'rowspan']
    .map((span) => [span, attribute(tag, span) ?? ''] as const)
    .filter(([, count]) => /^(?:[2-9]|[1-9]\d)$/.test(count))
    .map(([span, count]) => ` ${span}="${count}"`)
    .join('')}>`

function opened(tag: string, name: string): string {
  if (name === 'a') return linkOf(tag)
  return name === 'td' || name === 'th' ? cellOf(tag, name) : `<${name}>`
}

/**
 * Keeps paragraphs, headings, lists, tables, emphasis and links to web addresses. Drops every other tag and attribute and
 * escapes stray angle brackets. A single pass, so dropped text cannot join its surroundings into a tag.
 */
export const safeHtml = (html: string): string =>
  html.replace(
    /<(\/?)([a-z][a-z0-9]*)\b[^<>]*>|<[^<>]*>|[<>]/gi,
    (whole, slash: string | undefined, name: string | undefined) => {
      const tag = ALLOWED.get(name?.toLowerCase() ?? '')
      if (tag) return slash ? `</${tag}>` : opened(whole, tag)
      return ANGLES[whole] ?? ''
    },
  )
