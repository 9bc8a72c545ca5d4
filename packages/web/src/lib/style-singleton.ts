import { useEffect } from 'react'

/** A style sheet shared by its current users. The first one provides the content. */
class SharedSheet {
  #shown = 0
  #sheet: CSSStyleSheet | undefined

  add(styles: string): void {
    this.#shown += 1
    if (this.#sheet) return
    this.#sheet = new CSSStyleSheet()
    this.#sheet.replaceSync(styles)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, this.#sheet]
  }

  remove(): void {
    this.#shown -= 1
    if (this.#shown > 0) return
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== this.#sheet)
    this.#sheet = undefined
  }
}

function useSheet(shared: SharedSheet, { styles }: { styles: string }): null {
  useEffect(() => {
    shared.add(styles)
    return () => shared.remove()
  }, [shared, styles])
  return null
}

/**
 * A component that adds a style sheet to the page. Replaces the package `react-style-singleton`, which creates style
 * elements. The portal's content security policy forbids those but allows adopted style sheets.
 */
export const styleSingleton = () => useSheet.bind(undefined, new SharedSheet())
