import { useLayoutEffect } from 'react'
import type { PaperWords } from '../ports.ts'

/** Words around the printed part of each page. */
export interface PageWords extends PaperWords {
  title: string
}

const SAMPLE = '演示数据，不代表官方统计'

/** A text as a string of a style sheet. */
const quoted = (text: string) =>
  `"${text.replaceAll(/["\\\n\r\f]/g, (each) => `\\${each.charCodeAt(0).toString(16)} `)}"`

function rulesOf({ platform, title, by, note, isSample }: PageWords): string {
  const box = (place: string, content: string) =>
    `@${place} { content: ${content}; font-size: 8pt; color: #444; vertical-align: middle; }`
  const boxes = [
    box('top-left', quoted(platform)),
    box('top-center', quoted(isSample ? SAMPLE : '')),
    box('top-right', quoted(title)),
    box('bottom-left', quoted(`${note}　${by}`)),
    box('bottom-right', '"第 " counter(page) " 页，共 " counter(pages) " 页"'),
  ].join(' ')
  return ['portrait', 'landscape']
    .map((way) => `@page list-${way} { size: A4 ${way}; margin: 16mm 14mm 14mm; ${boxes} }`)
    .join('\n')
}

/** Sets head and foot of each printed page while the component is shown, as the security policy allows. */
export function usePageBoxes(words: PageWords): void {
  const rules = rulesOf(words)
  useLayoutEffect(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(rules)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
    }
  }, [rules])
}
