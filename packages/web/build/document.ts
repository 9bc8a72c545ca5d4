import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './bundle.ts'

const ROOT = '<div id="root"></div>'
const LINKED = /^.*<link rel="stylesheet".*\n/gm

/** Adds preloads for scripts that the document does not name, to avoid request chains. */
export const preloads = (html: string, scripts: readonly string[]) =>
  scripts
    .filter((name) => !html.includes(`"/${name}"`))
    .map((name) => `    <link rel="modulepreload" crossorigin href="/${name}">\n`)
    .join('')

export const withoutStyles = (html: string) => html.replace(LINKED, '')

export const linkedStyles = (names: readonly string[]) =>
  names.map((name) => `    <link rel="stylesheet" crossorigin href="/${name}">\n`).join('')

export const intoHead = (html: string, text: string) => html.replace('  </head>', () => `${text}  </head>`)

/**
 * Fills the root element.
 * @param after content after it
 */
export const intoRoot = (html: string, attributes: string, text: string, after = '') =>
  html.replace(ROOT, () => `<div id="root" ${attributes}>${text}</div>${after && `\n${after.trimEnd()}`}`)

/** An element for data that the server fills in. Scripts read it by its id. */
export const emptyData = (id: string) => `<script type="application/json" id="${id}"></script>`

/**
 * An inline script from this folder, without comments. The server allows it by its digest.
 * @param before statements before it
 */
export const inlineScript = (names: readonly string[], before = '') => {
  const texts = names.map((name) => readFileSync(join(root, 'build', name), 'utf8'))
  const bare = texts.map((text) => text.replace(/^\s*\/\/.*\n/gm, '').trim())
  return `<script>${[before, ...bare].join('\n').trim()}</script>`
}
