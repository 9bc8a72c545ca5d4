import { setUpFinder } from './finder.ts'

const root = document.documentElement

function setUpTheme(): void {
  const button = document.querySelector<HTMLButtonElement>('button.theme')
  if (!button) return
  button.hidden = false
  button.addEventListener('click', () => {
    const isDark = root.dataset['theme']
      ? root.dataset['theme'] === 'dark'
      : matchMedia('(prefers-color-scheme: dark)').matches
    root.dataset['theme'] = isDark ? 'light' : 'dark'
    localStorage.setItem('xinchu-docs-theme', root.dataset['theme'])
  })
}

/** The list of pages on a narrow screen. Without scripts it stands above the text. */
function setUpMenu(): void {
  const button = document.querySelector<HTMLButtonElement>('button.menu')
  const list = document.querySelector<HTMLElement>('#pages')
  if (!button || !list) return
  root.classList.add('scripted')
  button.hidden = false
  const setOpen = (isOpen: boolean) => {
    button.setAttribute('aria-expanded', String(isOpen))
    list.classList.toggle('open', isOpen)
  }
  button.addEventListener('click', () => setOpen(button.getAttribute('aria-expanded') !== 'true'))
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || button.getAttribute('aria-expanded') !== 'true') return
    setOpen(false)
    button.focus()
  })
  list.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' })
}

/** A button at each block of code that copies it. */
function setUpCopies(): void {
  if (!navigator.clipboard) return
  for (const block of document.querySelectorAll('.code')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = '复制'
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(block.querySelector('code')?.textContent ?? '')
      button.textContent = '已复制'
      setTimeout(() => {
        button.textContent = '复制'
      }, 1_500)
    })
    block.append(button)
  }
}

function setUpSearch(): void {
  const open = setUpFinder()
  const button = document.querySelector<HTMLButtonElement>('button.search')
  if (!open || !button) return
  button.hidden = false
  button.addEventListener('click', open)
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea')
    const isShortcut =
      (event.key === 'k' && (event.ctrlKey || event.metaKey)) || (event.key === '/' && !isTyping)
    if (!isShortcut) return
    event.preventDefault()
    open()
  })
}

setUpTheme()
setUpMenu()
setUpCopies()
setUpSearch()
