import { type Rule, textRule } from '../rule.ts'

const ATOM = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+$/
const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/
const LAST_LABEL = /^[A-Za-z]{2,63}$/

function isEmail(text: string): boolean {
  // RFC 5321, section 4.5.3.1: 254 characters in all, 64 before the @.
  if (text.length > 254) return false
  const at = text.indexOf('@')
  if (at < 1 || at > 64 || at !== text.lastIndexOf('@')) return false
  const labels = text.slice(at + 1).split('.')
  return (
    text
      .slice(0, at)
      .split('.')
      .every((atom) => ATOM.test(atom)) &&
    labels.length >= 2 &&
    labels.every((label) => LABEL.test(label)) &&
    LAST_LABEL.test(labels.at(-1) ?? '')
  )
}

/** E-mail address: dotted ASCII atoms, @, and a domain of two or more labels. Empty passes. */
export const email: Rule = textRule('F-005', isEmail, { optional: true })
