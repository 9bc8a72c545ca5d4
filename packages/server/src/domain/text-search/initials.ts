import { pinyin } from 'pinyin-pro'

const LETTERS = /[^a-z]/g

/** First letters of the pinyin of a text's Chinese characters. A character is read as its word demands: 重庆 is `cq`. */
export const initialsOf = (text: string): string =>
  pinyin(text, { pattern: 'first', toneType: 'none', nonZh: 'removed', separator: '' })
    .toLowerCase()
    .replace(LETTERS, '')

const REMEMBERED = 500
const ofCompanies = new Map<string, string>()

/** The rows of an import name few companies, each many times. */
function companyInitials(company: string): string {
  const known = ofCompanies.get(company)
  if (known !== undefined) return known
  if (ofCompanies.size === REMEMBERED) ofCompanies.clear()
  const initials = initialsOf(company)
  ofCompanies.set(company, initials)
  return initials
}

/** The column `initials` of a project: those of its name, then of its company. */
export const projectInitials = (name: string, company: string | null | undefined): string =>
  `${initialsOf(name)} ${companyInitials(company ?? '')}`.trim()
