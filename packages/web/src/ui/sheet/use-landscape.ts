import { useLayoutEffect } from 'react'

/** Prints the whole document in landscape while a wide element is shown, because no element can request it for itself. */
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
