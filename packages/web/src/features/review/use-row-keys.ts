import { type RefObject, useEffect } from 'react'

/** Makes the remark buttons of the record's rows one tab stop; arrows move between the rows. */
export function useRowKeys(pane: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = pane.current
    if (!element) return
    const buttons = () => [...element.querySelectorAll<HTMLElement>('[data-ask]')]
    const makeStop = (stop: HTMLElement | undefined) => {
      for (const button of buttons()) button.tabIndex = button === stop ? 0 : -1
    }
    const observer = new MutationObserver(() => {
      if (!buttons().some(({ tabIndex }) => tabIndex === 0)) makeStop(buttons()[0])
    })
    const press = (event: KeyboardEvent) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      const at = buttons().findIndex((button) => button.matches(':focus'))
      if (step === undefined || at < 0) return
      event.preventDefault()
      buttons()[at + step]?.focus()
    }
    const focus = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && target.matches('[data-ask]')) makeStop(target)
    }
    observer.observe(element, { childList: true, subtree: true })
    element.addEventListener('keydown', press)
    element.addEventListener('focusin', focus)
    return () => {
      observer.disconnect()
      element.removeEventListener('keydown', press)
      element.removeEventListener('focusin', focus)
    }
  }, [pane])
}
