import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './bundle.ts'

const ROOT = '<div id="root"></div>'
const LINKED = /^.*<link rel="stylesheet".*\n/gm

/** Names scripts that the document does not name yet, so that none is found out by another. */
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
 * @param after stands behind it
 */
export const intoRoot = (html: string, attributes: string, text: string, after = '') =>
  html.replace(ROOT, () => `<div id="root" ${attributes}>${text}</div>${after && `\n${after.trimEnd()}`}`)

/** A script of this folder that stands in a document, without its comments; the server allows it by its digest. */
export const inlineScript = (...names: readonly string[]) => {
  const texts = names.map((name) => readFileSync(join(root, 'build', name), 'utf8'))
  return `<script>${texts.map((text) => text.replace(/^\s*\/\/.*\n/gm, '').trim()).join('\n')}</script>`
}
