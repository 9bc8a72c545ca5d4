import { isXinchuError } from '@xinchu/sdk'
import { codes } from '@xinchu/validators'

const CAPTCHA: ReadonlySet<string> = new Set([codes.captcha, codes.captchaExpired, codes.captchaNeeded])

/** Exit codes of the process. They are public: scripts rely on them. */
export const ExitCode = {
  ok: 0,
  failure: 1,
  usage: 2,
  notLoggedIn: 3,
  rowsWithErrors: 4,
  network: 5,
  nothingWritten: 6,
  asking: 7,
} as const

const EXIT_WORDS: Readonly<Record<keyof typeof ExitCode, string>> = {
  ok: '成功',
  failure: '失败',
  usage: '用法有误',
  notLoggedIn: '未登录、登录过期、密码有误或须先修改密码',
  rowsWithErrors:
    '有错误行、待确认的行、跳过了疑似重复的行、有未表明如何处理的人工更正或空单元格，或部分未办成',
  network: '网络故障，或该地址没有新储平台',
  nothingWritten: '没有写入任何行',
  asking: '列或工作表须先确认，尚未读取：以 --map 给出对应关系（import 与 plan）',
}

/** Each exit code with its meaning, as the help and the guide tell it. */
export const exitCodes: readonly (readonly [code: number, words: string])[] = (
  Object.keys(ExitCode) as (keyof typeof ExitCode)[]
) // the keys of the table above
  .map((name) => [ExitCode[name], EXIT_WORDS[name]] as const)

/** The same in one line. */
export const EXIT_CODES = `退出码：${exitCodes.map(([code, words]) => `${code} ${words}`).join('；')}`

/** Exit codes of `plan`, as scripts know them from other planning tools: no other outcome of it ends with `changes`. */
export const PlanExitCode = { nothingToDo: 0, failure: 1, changes: 2, asking: 7 } as const

/** The command line itself is wrong. */
export class UsageError extends Error {}
/** There is no session for this server. */
export class NotLoggedInError extends Error {
  constructor() {
    super('尚未登录，请先执行 xinchu login')
  }
}

const WRONG_PASSWORD = 'A-004'
const TO_CHANGE = 'A-009'

/** Why a password has to be changed, by the mark of its account. */
export const passwordReasons: Readonly<Record<string, string>> = {
  init: '首次登录',
  reset: '密码已由管理员重置',
  expired: '密码已过期',
}

/** The account may do nothing before its password is changed, and no new one was given. */
export class PasswordToChangeError extends Error {
  constructor(flag: string) {
    super(
      `须先修改密码（${passwordReasons[flag] ?? flag}）：以 --new-password-file 或 --new-password-stdin 给出新密码，或在终端执行 xinchu login`,
    )
  }
}

/** The platform refused this password a short time ago. It was not sent again. */
export class RefusedBeforeError extends Error {
  constructor(at: Date) {
    super(
      `该密码 ${at.toTimeString().slice(0, 5)} 被平台拒绝，1 小时内不再尝试，更换后自动恢复；确需再试请加 --try-again`,
    )
  }
}

/** Whether the platform refuses the captcha of a log-in, or asks for one. */
export const isAboutCaptcha = (error: unknown): boolean =>
  isXinchuError(error) &&
  error.kind === 'validation' &&
  (CAPTCHA.has(error.code ?? '') || error.errors.some(({ field }) => field === 'code' || field === 'uuid'))

/** Whether the platform refuses account and password. A platform without codes says so by the kind alone. */
export const isWrongPassword = (error: unknown): boolean =>
  isXinchuError(error) &&
  error.kind === 'validation' &&
  (error.code ?? WRONG_PASSWORD) === WRONG_PASSWORD &&
  !isAboutCaptcha(error)

/** Whether the platform wants the password to be changed first. */
export const isToChange = (error: unknown): boolean => isXinchuError(error) && error.code === TO_CHANGE

export function hasCode(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
}

const FILE_FAILURES: Readonly<Record<string, string>> = {
  ENOENT: '文件或目录不存在',
  EACCES: '没有读写该文件的权限',
  EPERM: '没有读写该文件的权限',
  EEXIST: '文件已存在，如需覆盖请加 --force',
  EISDIR: '该路径是目录',
  ENOSPC: '磁盘空间不足',
  ENOTDIR: '路径中有一段不是目录',
  EROFS: '文件系统只读',
}

/** A failure of the file system in words. */
export const fileFailure = (error: Error & { code: string }): string =>
  FILE_FAILURES[error.code] ?? `读写失败（${error.code}）`

/** Maps a failure to its exit code. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return ExitCode.usage
  if (
    error instanceof NotLoggedInError ||
    error instanceof PasswordToChangeError ||
    error instanceof RefusedBeforeError
  )
    return ExitCode.notLoggedIn
  if (!isXinchuError(error)) return ExitCode.failure
  if (error.code === WRONG_PASSWORD || isToChange(error)) return ExitCode.notLoggedIn
  switch (error.kind) {
    case 'unauthenticated':
    case 'session-expired':
      return ExitCode.notLoggedIn
    case 'network':
    case 'timeout':
    case 'session-unavailable':
      return ExitCode.network
    default:
      return ExitCode.failure
  }
}

/** The rule that refused a call, for output as JSON. */
export const codeOf = (error: unknown): { code?: string } =>
  isXinchuError(error) && error.code ? { code: error.code } : {}

/** A message with the code of its rule in front, which `xinchu rules` explains. */
export const withCode = (code: string | undefined, message: string): string =>
  code ? `${code} ${message}` : message

const CAUSES: Readonly<Record<string, string>> = {
  ECONNREFUSED: '服务器拒绝连接',
  ECONNRESET: '连接被中断',
  ENOTFOUND: '找不到该服务器，请检查地址与域名解析',
  EAI_AGAIN: '域名解析暂不可用',
  ETIMEDOUT: '连接超时',
  EHOSTUNREACH: '网络不通',
  ENETUNREACH: '网络不通',
  DEPTH_ZERO_SELF_SIGNED_CERT: '服务器证书为自签，请以 --ca 或 NODE_EXTRA_CA_CERTS 指定信任的证书',
  SELF_SIGNED_CERT_IN_CHAIN: '服务器证书不受信任，请以 --ca 或 NODE_EXTRA_CA_CERTS 指定信任的证书',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: '服务器证书不受信任，请以 --ca 或 NODE_EXTRA_CA_CERTS 指定信任的证书',
  CERT_HAS_EXPIRED: '服务器证书已过期',
  ERR_TLS_CERT_ALTNAME_INVALID: '服务器证书与地址不符',
}

/** The innermost cause of a network failure in words, with its code. */
function reasonOf(error: unknown): string {
  let inner = error
  while (inner instanceof Error && inner.cause !== undefined) inner = inner.cause
  // A name with several addresses fails once for each.
  if (inner instanceof AggregateError) inner = inner.errors.at(-1)
  if (!(inner instanceof Error) || inner === error) return ''
  const code = hasCode(inner) ? inner.code : ''
  const host = code === 'ENOTFOUND' && 'hostname' in inner ? ` ${String(inner.hostname)}` : ''
  const words = CAUSES[code]?.replace('该服务器', `服务器${host}`) ?? inner.message
  return `（${words}${code ? `，${code}` : ''}）`
}

/** A message with its row in front, which those of imported rows have already. */
function inRow(row: number, message: string): string {
  const place = `第${row}行`
  return message.startsWith(place) ? message : `${place}：${message}`
}

/** The message shown to the user. */
export function messageOf(error: unknown): string {
  if (isXinchuError(error)) {
    const reason = /^(network|session-)/.test(error.kind) ? reasonOf(error) : ''
    const first = withCode(error.code, error.message) + reason
    const lines = error.errors
      // A problem of one field is the message itself.
      .filter(({ row, message }) => row || !error.message.endsWith(message))
      .map(({ row, code, message }) => withCode(code, row ? inRow(row, message) : message))
    return [first, ...lines.filter((line) => line !== first)].join('\n')
  }
  if (hasCode(error)) {
    const path = 'path' in error ? `：${String(error.path)}` : ''
    return `${fileFailure(error)}${path}`
  }
  if (error instanceof Error) return error.name === 'AbortError' ? '已取消' : error.message
  return String(error)
}

/** What a maintainer asks for: the request, how often it was tried, and each cause. */
export function detailLines(error: unknown): string[] {
  const lines: string[] = []
  if (isXinchuError(error)) {
    const { kind, method, url, status, requestId, attempts, sent } = error
    if (method && url) lines.push(`请求：${method} ${url.replace(/\?.*/s, '')}`)
    lines.push(`类别：${kind}${status ? `，状态 ${status}` : ''}`)
    if (requestId) lines.push(`请求号：${requestId}`)
    if (attempts !== undefined) lines.push(`尝试：${attempts} 次`)
    if (sent !== undefined) lines.push(sent ? '请求可能已到达服务器' : '请求没有发出')
  }
  let inner = error instanceof Error ? error.cause : undefined
  for (let depth = 0; inner instanceof Error && depth < 10; depth++, inner = inner.cause)
    lines.push(`原因：${inner.message}${hasCode(inner) ? `（${inner.code}）` : ''}`)
  return lines
}
