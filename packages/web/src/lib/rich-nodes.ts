/** An element of a rich text that may be shown. */
export interface RichElement {
  tag: string
  attributes: Readonly<Record<string, string>>
  children: readonly RichNode[]
}
export type RichNode = RichElement | string

const SAME = 'p br strong em u s h2 h3 h4 ul ol li blockquote table thead tbody tr th td a'.split(' ')
const TAGS: ReadonlyMap<string, string> = new Map([
  ...SAME.map((tag) => [tag, tag] as const),
  ['b', 'strong'],
  ['i', 'em'],
  ['del', 's'],
  ['h1', 'h2'],
])
const BLOCKS = 'p,h1,h2,h3,h4,ul,ol,table,blockquote,div'
const UNSEEN = new Set(['script', 'style', 'head', 'title', 'meta', 'link', 'xml', 'template'])
/** Addresses on the web or of this portal. */
const SAFE_ADDRESS = /^(?:https?:\/\/|\/(?![/\\]))[^\s"'<>\\`]*$/i

export const isSafeAddress = (address: string): boolean => SAFE_ADDRESS.test(address)

function attributesOf(element: Element, tag: string): Record<string, string> {
  const attributes: Record<string, string> = {}
  const href = element.getAttribute('href')?.trim()
  if (tag === 'a' && href && isSafeAddress(href)) attributes['href'] = href
  if (tag === 'td' || tag === 'th')
    for (const span of ['colspan', 'rowspan']) {
      const count = element.getAttribute(span) ?? ''
      if (/^(?:[2-9]|[1-9]\d)$/.test(count)) attributes[span] = count
    }
  return attributes
}

function nodesIn(parent: Node): RichNode[] {
  return [...parent.childNodes].flatMap((node): RichNode[] => {
    if (node instanceof Text) return node.data ? [node.data] : []
    if (!(node instanceof Element)) return []
    const name = node.localName
    if (UNSEEN.has(name)) return []
    const isParagraph = name === 'div' && !node.querySelector(BLOCKS)
    const tag = isParagraph ? 'p' : TAGS.get(name)
    const children = nodesIn(node)
    return tag ? [{ tag, attributes: attributesOf(node, tag), children }] : children
  })
}

/** Parses markup and keeps what the server keeps. Nothing of it is executed, and unknown elements become their content. */
export const richNodesOf = (html: string): RichNode[] =>
  nodesIn(new DOMParser().parseFromString(html, 'text/html').body)

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const inHtml = (text: string) => text.replace(/[&<>]/g, (sign) => SIGNS[sign] ?? sign)

/** Markup of nodes. */
export const htmlOf = (nodes: readonly RichNode[]): string =>
  nodes
    .map((node) => {
      if (typeof node === 'string') return inHtml(node)
      const attributes = Object.entries(node.attributes)
        .map(([name, value]) => ` ${name}="${value}"`)
        .join('')
      return node.tag === 'br' ? '<br>' : `<${node.tag}${attributes}>${htmlOf(node.children)}</${node.tag}>`
    })
    .join('')

/** Markup without what a text may not have, such as that of a word processor. */
export const cleanHtml = (html: string): string => htmlOf(richNodesOf(html))

/** Whether a text is visibly empty. */
export const isEmptyHtml = (html: string): boolean => html.replace(/<[^<>]*>|&nbsp;|\s/g, '') === ''
