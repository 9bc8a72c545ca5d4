import { hrefTo } from './links.ts'
import { escapeHtml, type Heading, type Rendered } from './markdown.ts'
import type { Page, Part } from './pages.ts'

interface Place {
  page: Page
  part: Part
  parts: readonly Part[]
  titles: ReadonlyMap<string, string>
}

const WORDS = {
  'zh-CN': { skip: '跳到正文', onPage: '本页内容', pages: '本部分页面', previous: '上一页', next: '下一页' },
  en: { skip: 'Skip to content', onPage: 'On this page', pages: 'Pages', previous: 'Previous', next: 'Next' },
} as const

const firstOf = ({ groups }: Part): Page | undefined => groups[0]?.pages[0]

function navigation({ page, part, parts }: Place): string {
  const items = parts.map((each) => {
    const first = firstOf(each)
    const current = each === part ? ' aria-current="true"' : ''
    return `<li><a href="${hrefTo(page.path, `${first?.path}.html`)}"${current}>${each.title}</a></li>`
  })
  return `${items.join('')}<li><a href="${hrefTo(page.path, 'api')}">在线试用</a></li><li><a href="${hrefTo(page.path, 'manual')}">用户手册</a></li>`
}

function sidebar({ page, part, titles }: Place): string {
  return part.groups
    .map(({ title, pages }) => {
      const items = pages.map((each) => {
        const current = each === page ? ' aria-current="page"' : ''
        const name = each.name ?? titles.get(each.path) ?? ''
        return `<li><a href="${hrefTo(page.path, `${each.path}.html`)}"${current}>${escapeHtml(name)}</a></li>`
      })
      return `${title ? `<p>${escapeHtml(title)}</p>` : ''}<ul>${items.join('')}</ul>`
    })
    .join('')
}

const contents = (headings: readonly Heading[]) =>
  headings
    .filter(({ level }) => level <= 3)
    .map(({ level, text, id }) => `<li class="level-${level}"><a href="#${id}">${escapeHtml(text)}</a></li>`)
    .join('')

function neighbours({ page, part, titles }: Place): string {
  const pages = part.groups.flatMap((group) => group.pages)
  const at = pages.indexOf(page)
  const words = WORDS[part.lang]
  const linkTo = (to: Page | undefined, className: 'previous' | 'next') =>
    to
      ? `<a class="${className}" rel="${className === 'next' ? 'next' : 'prev'}" href="${hrefTo(page.path, `${to.path}.html`)}"><small>${words[className]}</small> ${escapeHtml(titles.get(to.path) ?? '')}</a>`
      : ''
  return `${linkTo(pages[at - 1], 'previous')}${linkTo(pages[at + 1], 'next')}`
}

const SEARCH_ICON =
  '<svg viewBox="0 0 20 20" width="16" height="16" aria-hidden="true"><circle cx="9" cy="9" r="6" /><path d="m14 14 4 4" /></svg>'

function header(place: Place): string {
  const root = hrefTo(place.page.path, 'index.html')
  return `<header class="top">
<button type="button" class="icon menu" aria-expanded="false" aria-controls="pages" aria-label="目录" hidden><svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true"><path d="M3 5h14M3 10h14M3 15h14" /></svg></button>
<a class="brand" href="${root}">新储<span>开发文档</span></a>
<nav class="parts" aria-label="各部分"><ul>${navigation(place)}</ul></nav>
<button type="button" class="search" aria-keyshortcuts="/ Control+K" hidden>${SEARCH_ICON}<span>搜索</span><kbd aria-hidden="true">/</kbd></button>
<button type="button" class="icon theme" aria-label="切换深浅色" hidden><svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true"><circle cx="10" cy="10" r="7" /><path class="half" d="M10 3a7 7 0 0 1 0 14z" /></svg></button>
</header>`
}

function dialog(root: string): string {
  return `<dialog class="finder" aria-label="搜索文档" data-index="${root}assets/search.js" data-root="${root}">
<form method="dialog"><label class="unseen" for="query">搜索词</label>
<input id="query" type="search" autocomplete="off" spellcheck="false" placeholder="搜索指南、接口、错误与 SDK">
<button type="submit">关闭</button></form>
<p class="state" role="status"></p><ol class="found" aria-label="搜索结果"></ol>
</dialog>`
}

/** A page as a document. Its scripts and styles are files of the site, so that a strict policy can forbid all others. */
export function documentOf(rendered: Rendered, place: Place): string {
  const { page, part } = place
  const words = WORDS[part.lang]
  const root = hrefTo(page.path, '')
  const base = root === './' ? '' : root
  const toc = contents(rendered.headings)
  return `<!doctype html>
<html lang="${part.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(rendered.title)} - 新储开发文档</title>
<link rel="icon" href="${base}assets/icon.svg">
<link rel="stylesheet" href="${base}assets/site.css">
<script src="${base}assets/theme.js"></script>
<script src="${base}assets/site.js" defer></script>
</head>
<body>
<a class="skip" href="#content">${words.skip}</a>
${header(place)}
<div class="columns">
<nav id="pages" class="pages" aria-label="${words.pages}"><div class="more"><ul>${navigation(place)}</ul></div>${sidebar(place)}</nav>
<main id="content" tabindex="-1"><article>${rendered.html}</article><footer class="ends">${neighbours(place)}</footer></main>
${toc ? `<nav class="contents" aria-label="${words.onPage}"><p>${words.onPage}</p><ul>${toc}</ul></nav>` : ''}
</div>
${dialog(base)}
</body>
</html>
`
}
