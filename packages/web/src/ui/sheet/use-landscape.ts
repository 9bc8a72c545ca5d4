import { useLayoutEffect } from 'react'

/** Lays the pages of the whole document on their side while something wide is printed: no element can ask that for itself. */
export function useLandscape(isWanted: boolean): void {
  useLayoutEffect(() => {
    if (!isWanted) return
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('@page { size: A4 landscape; margin: 10mm }')
    document.adoptedStyleSheets.push(sheet)
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
    }
  }, [isWanted])
}
