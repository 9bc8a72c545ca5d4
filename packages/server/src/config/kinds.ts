import { isIP } from 'node:net'

/** How the text of a setting is read. */
export interface Kind<T> {
  /** Texts that are allowed, to complete “PORT 应为…”: a space stands before what is not Chinese. */
  readonly allowed: string
  /** The value, or undefined if the text is not allowed. */
  read(text: string): T | undefined
}

/** Whole numbers from `least` to `most`. */
export const whole = (least: number, most: number): Kind<number> => ({
  allowed: ` ${least} 至 ${most} 的整数`,
  read: (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
    return value >= least && value <= most ? value : undefined
  },
})

/** Whole numbers of days from `least` on, or 0 for no end. */
export const daysOrEver = (least: number, most: number, ever: string): Kind<number> => ({
  allowed: ` ${least} 至 ${most} 的整数，或为 0（${ever}）`,
  read: (text) => (text === '0' ? 0 : whole(least, most).read(text)),
})

/** Seconds, also parts of one, up to `most`. */
export const seconds = (most: number): Kind<number> => ({
  allowed: ` 0.05 至 ${most} 的数`,
  read: (text) => {
    const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
    return value >= 0.05 && value <= most ? value : undefined
  },
})

const ON = ['on', 'true', 'yes', '1']
const OFF = ['off', 'false', 'no', '0']

export const flag: Kind<boolean> = {
  allowed: ' on 或 off',
  read: (text) => {
    const lower = text.toLowerCase()
    return [...ON, ...OFF].includes(lower) ? ON.includes(lower) : undefined
  },
}

/** One of some words, in any case of letters. */
export const oneOf = <const T extends string>(...words: readonly T[]): Kind<T> => ({
  allowed: ` ${words.join('、')} 之一`,
  read: (text) => words.find((word) => word === text.toLowerCase()),
})

/** One line of text with up to `most` characters. */
export const line = (most: number): Kind<string> => ({
  allowed: `不超过 ${most} 个字符的一行文字`,
  read: (text) => (/[\r\n]/.test(text) || text.length > most ? undefined : text),
})

/** Text of at least `least` characters. */
export const secret = (least: number): Kind<string> => ({
  allowed: least > 1 ? `至少 ${least} 个字符` : '一段文字',
  read: (text) => (text.length < least ? undefined : text),
})

export const path: Kind<string> = { allowed: '文件或文件夹的路径', read: (text) => text }

/** An address that begins with http. The value ends without a slash. */
export const address: Kind<string> = {
  allowed: '以 http 开头的地址',
  read: (text) => (/^https?:/.test(text) && URL.canParse(text) ? text.replace(/\/+$/, '') : undefined),
}

export const databaseAddress: Kind<string> = {
  allowed: '形如 postgres://用户:密码@主机/库名 的地址',
  read: (text) => (/^postgres(ql)?:\/\//.test(text) ? text : undefined),
}

/** Six digits, as of a text message. */
export const sixDigits: Kind<string> = {
  allowed: ' 6 位数字',
  read: (text) => (/^\d{6}$/.test(text) ? text : undefined),
}

/** Seconds after each other, separated by commas. */
export const listOfSeconds: Kind<readonly number[]> = {
  allowed: '以逗号分隔的秒数',
  read: (text) => {
    const list = text.split(',').map(Number)
    return list.every((each) => each > 0) ? list : undefined
  },
}

const NETWORK = /^[^/]+(?:\/\d{1,3})?$/

/** Number or addresses of proxies. */
export const proxies: Kind<number | string[] | false> = {
  allowed: '代理的层数，或以逗号分隔的代理地址',
  read: (text) => {
    if (OFF.includes(text.toLowerCase())) return false
    if (/^\d$/.test(text)) return Number(text)
    const networks = text.split(',').map((part) => part.trim())
    const areNetworks = networks.every((each) => isIP(each.split('/')[0] ?? '') && NETWORK.test(each))
    return areNetworks ? networks : undefined
  },
}

const isOrigin = (text: string) =>
  /^https?:\/\/[^/?#\s;,]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text

/** Origins of sites, as browsers write them. */
export const origins: Kind<readonly string[]> = {
  allowed: '以逗号分隔的网站来源，如 https://www.example.gov.cn，末尾没有斜线',
  read: (text) => {
    const list = text.split(',').map((each) => each.trim())
    return list.every(isOrigin) ? list : undefined
  },
}
