import { pinyin } from 'pinyin-pro'

const LETTERS = /[^a-z]/g

/** First letters of the pinyin of a text's Chinese characters. A character is read as its word demands: 重庆 is `cq`. */
export const initialsOf = (text: string): string =>
  pinyin(text, { pattern: 'first', toneType: 'none', nonZh: 'removed', separator: '' })
    .toLowerCase()
    .replace(LETTERS, '')

/** The column `initials` of a project: those of its name, then of its company. */
export const projectInitials = (name: string, company: string | null | undefined): string =>
  `${initialsOf(name)} ${initialsOf(company ?? '')}`.trim()
