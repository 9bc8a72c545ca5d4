import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import json from 'highlight.js/lib/languages/json'
import python from 'highlight.js/lib/languages/python'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import markdownIt from 'markdown-it'

for (const [name, language] of Object.entries({ sh: bash, json, python, sql, ts: typescript }))
  hljs.registerLanguage(name, language)

/** A heading with its anchor. */
export interface Heading {
  level: number
  text: string
  id: string
}

/** A part of a page below one heading, as plain text. */
export interface Section extends Heading {
  body: string
}

export interface Rendered {
  title: string
  html: string
  headings: readonly Heading[]
  sections: readonly Section[]
}

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? '&quot;')

/** Anchor of a heading, as GitHub makes it, so that links work in both places. */
export const anchorOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')

const OWN_ID = /\s*\{#([\w.-]+)\}$/

/** Removes HTML comments outside of code blocks. They prepare the run of a block (blocks.ts). */
const withoutComments = (text: string): string =>
  text.replace(/^```.*?^```$|<!--.*?-->\n?/gms, (found) => (found.startsWith('`') ? found : ''))

function highlight(code: string, language: string): string {
  return hljs.getLanguage(language) ? hljs.highlight(code, { language }).value : escapeHtml(code)
}

function parser() {
  const md = markdownIt({ html: false, linkify: false })
  const { rules } = md.renderer
  rules['fence'] = (tokens, at) => {
    const { info = '', content = '' } = tokens[at] ?? {}
    const [language = ''] = info.split(' ')
    // Focusable, because a wide block scrolls.
    return `<div class="code"><pre tabindex="0"><code class="language-${escapeHtml(language)}">${highlight(content, language)}</code></pre></div>\n`
  }
  rules['table_open'] = () => '<div class="table" tabindex="0" role="group" aria-label="表格"><table>\n'
  rules['table_close'] = () => '</table></div>\n'
  return md
}

const md = parser()

/** Renders a page. `link` maps each address that the text names. */
export function render(text: string, link: (href: string) => string): Rendered {
  const tokens = md.parse(withoutComments(text), {})
  const sections: Section[] = []
  const taken = new Map<string, number>()
  for (const [at, token] of tokens.entries()) {
    const inline = tokens[at + 1]
    if (token.type === 'heading_open' && inline) {
      const own = OWN_ID.exec(inline.content)?.[1]
      const last = inline.children?.at(-1)
      if (own && last) last.content = last.content.replace(OWN_ID, '')
      const shown = inline.content.replace(OWN_ID, '').replaceAll('`', '')
      const base = own ?? anchorOf(shown)
      const count = taken.get(base) ?? 0
      taken.set(base, count + 1)
      const id = count === 0 ? base : `${base}-${count}`
      token.attrSet('id', id)
      sections.push({ level: Number(token.tag.slice(1)), text: shown, id, body: '' })
    } else if (token.type === 'inline' && tokens[at - 1]?.type !== 'heading_open') {
      const section = sections.at(-1)
      if (section) section.body += `${token.children?.map(({ content }) => content).join('') ?? ''} `
    }
    for (const child of token.children ?? [])
      if (child.type === 'link_open') child.attrSet('href', link(String(child.attrGet('href'))))
  }
  const [first] = sections
  if (first?.level !== 1) throw new Error('a page begins with its title')
  return {
    title: first.text,
    html: md.renderer.render(tokens, md.options, {}),
    headings: sections.slice(1).map(({ level, text: shown, id }) => ({ level, text: shown, id })),
    sections,
  }
}
