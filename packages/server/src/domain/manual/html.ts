import type { Chapter, Manual } from './chapters.ts'
import type { Block } from './markdown.ts'

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign)

function tableOf([head = [], ...rows]: readonly string[][]): string {
  const cells = (row: readonly string[], tag: string) =>
    `<tr>${row.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`
  return `<div class="wide"><table><thead>${cells(head, 'th')}</thead><tbody>${rows
    .map((row) => cells(row, 'td'))
    .join('')}</tbody></table></div>`
}

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `<h3>${escaped(block.text)}</h3>`
    case 'text':
      return `<p>${escaped(block.text)}</p>`
    case 'note':
      return `<p class="note">${escaped(block.text)}</p>`
    case 'list': {
      const tag = block.ordered ? 'ol' : 'ul'
      return `<${tag}>${block.items.map((item) => `<li>${escaped(item)}</li>`).join('')}</${tag}>`
    }
    case 'table':
      return tableOf(block.rows)
    case 'picture': {
      const address = `/docs/manual/pictures/${block.name}.jpg`
      return `<figure><a href="${address}"><img src="${address}" alt="${escaped(block.caption)}" width="1280" height="800" loading="lazy"></a><figcaption>${escaped(block.caption)}</figcaption></figure>`
    }
  }
}

const chapterHtml = ({ id, title, menus, blocks }: Chapter, index: number): string =>
  `<section aria-labelledby="${id}">${menus.map((key) => `<a id="${key}"></a>`).join('')}
<h2 id="${id}"><a href="#${id}">${index + 1}　${escaped(title)}</a></h2>
${blocks.map(blockHtml).join('\n')}
</section>`

const page = (title: string, body: string): string => `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/docs/manual/manual.css">
<title>${escaped(title)}</title>
</head>
<body>
${body}
</body>
</html>
`

/** The page of a manual. */
export function manualPage(manual: Manual, platform: string): string {
  const contents = manual.chapters
    .map(({ id, title }, index) => `<li><a href="#${id}">${index + 1}　${escaped(title)}</a></li>`)
    .join('')
  return page(
    `用户手册（${manual.title}） - ${platform}`,
    `<a class="skip" href="#content">跳到正文</a>
<header><p><a href="/docs/manual">用户手册</a></p><h1>${escaped(manual.title)}用户手册</h1>
<p>${escaped(platform)}　版本 ${escaped(manual.version)}　${escaped(manual.date)}</p></header>
<div class="columns"><nav aria-label="目录"><details open><summary>目录</summary><ol>${contents}</ol></details></nav>
<main id="content">${manual.chapters.map(chapterHtml).join('\n')}</main></div>`,
  )
}

/** The page that leads to all manuals. */
export const manualsPage = (manuals: readonly Manual[], platform: string): string =>
  page(
    `用户手册 - ${platform}`,
    `<header><h1>用户手册</h1><p>${escaped(platform)}</p></header>
<main class="index"><p>请选择本单位的部门类别。登录后也可在右上角的用户菜单下载 PDF。</p>
<ul>${manuals.map(({ kind, title }) => `<li><a href="/docs/manual/${kind}">${escaped(title)}</a></li>`).join('')}</ul></main>`,
  )
