export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** The control of a property, by its name in the contract. @throws Error where none is shown */
export function field(name: string): Control {
  const found = [...document.querySelectorAll<Control>(`[name="${name}"]`)].at(-1)
  if (!found) throw new Error(`no field ${name} is shown`)
  return found
}

/** Text of an element without the link to a rule. */
const wordsOf = (element: HTMLElement | null): string =>
  [...(element?.childNodes ?? [])]
    .map((node) => (node instanceof HTMLAnchorElement ? '' : node.textContent))
    .join('')

/** Description of a control: its error, warning or help, then what else describes it. */
export const noteOf = (control: HTMLElement): string =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => wordsOf(document.getElementById(id)))
    .join('')

export const typedIn = (name: string): string => field(name).value

export const errorOf = (name: string): string => noteOf(field(name))

export const optionsOf = (name: string): string[] =>
  [...field(name).querySelectorAll('option')].map(({ textContent }) => textContent)
