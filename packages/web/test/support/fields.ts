export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** The control of a property, by its name in the contract. @throws Error where none is shown */
export function field(name: string): Control {
  const found = [...document.querySelectorAll<Control>(`[name="${name}"]`)].at(-1)
  if (!found) throw new Error(`no field ${name} is shown`)
  return found
}

/** Description of a control: its error, warning or help. */
export const noteOf = (control: HTMLElement): string =>
  document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent ?? ''

export const typedIn = (name: string): string => field(name).value

export const errorOf = (name: string): string => noteOf(field(name))

export const optionsOf = (name: string): string[] =>
  [...field(name).querySelectorAll('option')].map(({ textContent }) => textContent)
