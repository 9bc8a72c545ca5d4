import type { RuleText } from './rule-text.ts'

const VERIFIED = { when: ['核验'], since: '0.1.0' } as const

/** Rules of issued documents and of uploaded files. */
export const documentRules = {
  'V-001': {
    ...VERIFIED,
    text: '核验码共 12 位，由数字和大写字母组成，不含 0、1、I、L、O，末位为校验位',
    passes: { words: ['7K2M-QF9D-3VXA 的末位与前 11 位相符'] },
    fails: { words: ['抄错一位，或两位颠倒'] },
  },
  'V-002': {
    ...VERIFIED,
    text: '核验码由本平台签发',
    passes: { words: ['印在本平台签发的 PDF 页脚的核验码'] },
    fails: { words: ['没有签发过的核验码'] },
  },
  'V-003': {
    ...VERIFIED,
    text: '同一地址每分钟核验不超过 10 次',
    passes: { words: ['一分钟内核验 10 次'] },
    fails: { words: ['一分钟内核验第 11 次'] },
  },
} satisfies Record<string, RuleText>
