import { type Found, find, type Match, wordsOf } from './find.ts'

declare global {
  var xinchuSearch: readonly Found[] | undefined
}

let loading: Promise<readonly Found[]> | undefined

/** Loads the index once, as a script: it also works where the site is opened as files. */
function loadIndex(src: string): Promise<readonly Found[]> {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = src
    script.addEventListener('load', () => resolve(globalThis.xinchuSearch ?? []))
    script.addEventListener('error', () => {
      loading = undefined
      script.remove()
      reject(new Error('索引未能加载'))
    })
    document.head.append(script)
  })
  return loading
}

/** The text with the words marked, as nodes. */
function marked(text: string, words: readonly string[]): (string | HTMLElement)[] {
  if (words.length === 0) return [text]
  const escaped = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
  const pattern = new RegExp(`(${escaped.join('|')})`, 'i')
  return text.split(pattern).map((piece, at) => {
    if (at % 2 === 0) return piece
    const mark = document.createElement('mark')
    mark.textContent = piece
    return mark
  })
}

function itemOf({ title, page, href, excerpt }: Match, root: string, words: readonly string[]): HTMLElement {
  const item = document.createElement('li')
  const link = document.createElement('a')
  link.href = `${root}${href}`
  const parts = [
    ['strong', title],
    ['span', page === title ? '' : page],
    ['small', excerpt],
  ] as const
  for (const [tag, text] of parts) {
    if (!text) continue
    const part = document.createElement(tag)
    part.append(...(tag === 'span' ? [text] : marked(text, words)))
    link.append(part)
  }
  item.append(link)
  return item
}

/** Moves the focus among input and results. */
function onArrows(dialog: HTMLDialogElement, input: HTMLInputElement, event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step || event.isComposing) return
  const stops: HTMLElement[] = [input, ...dialog.querySelectorAll<HTMLElement>('.found a')]
  const at = stops.findIndex((stop) => stop.matches(':focus'))
  event.preventDefault()
  stops[(at + step + stops.length) % stops.length]?.focus()
}

/** Makes the search work and returns what opens it. Undefined if the page has none. */
export function setUpFinder(): (() => void) | undefined {
  const dialog = document.querySelector<HTMLDialogElement>('dialog.finder')
  const input = dialog?.querySelector('input')
  const list = dialog?.querySelector('ol')
  const state = dialog?.querySelector<HTMLElement>('.state')
  if (!dialog || !input || !list || !state) return undefined
  const { index = '', root = '' } = dialog.dataset

  async function show(): Promise<void> {
    const query = input?.value ?? ''
    try {
      const entries = await loadIndex(index)
      if (input?.value !== query) return
      const matches = find(entries, query)
      list?.replaceChildren(...matches.map((match) => itemOf(match, root, wordsOf(query))))
      if (state)
        state.textContent =
          query.trim() === '' ? '' : matches.length > 0 ? `${matches.length} 条结果` : '没有找到，请换一个词'
    } catch {
      if (state) state.textContent = '搜索索引未能加载，请稍后重试'
    }
  }

  input.addEventListener('input', () => void show())
  dialog.addEventListener('keydown', (event) => onArrows(dialog, input, event))
  input.addEventListener('keydown', (event) => {
    // While an input method composes, Enter takes its word.
    if (event.key !== 'Enter' || event.isComposing) return
    event.preventDefault()
    list.querySelector('a')?.click()
  })
  list.addEventListener('click', () => dialog.close())
  // Outside of the box is the dialog itself.
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close()
  })
  return () => {
    if (!dialog.open) dialog.showModal()
    input.select()
    void show()
  }
}
