import type { Check } from '../check.ts'
import type { Kit } from '../kit.ts'
import type { Aspect } from '../traffic.ts'
import type { Level } from '../types.ts'
import { refusals } from './refusals.ts'
import { sweep } from './sweep.ts'

/** A check of all replies of the run, after those that it makes itself. */
const judged = (
  id: string,
  level: Level,
  expects: string,
  source: string,
  aspect: Aspect,
  work: (kit: Kit) => Promise<unknown>,
): Check => ({
  id,
  level,
  expects,
  source,
  needs: ['any'],
  isLast: true,
  async run(kit) {
    await work(kit)
    return kit.traffic.found(aspect)
  },
})

const reply = (name: string, expects: string, source: string, aspect: Aspect) =>
  judged(`convention.${name}`, 'convention', expects, source, aspect, sweep)

const refusal = (name: string, expects: string, source: string, aspect: Aspect) =>
  judged(`errors.${name}`, 'errors', expects, source, aspect, refusals)

export const trafficChecks: readonly Check[] = [
  reply('status', '回复的状态码在接口所列之内', '各接口的 responses', 'status'),
  reply('content-type', '回复的内容类型与接口文档一致', '各接口的 content', 'contentType'),
  reply('required', '回复含全部必有的属性', '各数据结构的 required', 'missing'),
  reply('closed', '回复不含约定以外的属性', '各数据结构的 additionalProperties', 'unknown'),
  reply('types', '回复中值的类型与约定一致，数值不写作文字', '各数据结构的 type', 'type'),
  reply('null', '没有值的属性省略，不写 null', '约定·空值', 'null'),
  reply('dates', '日期为 yyyy-MM-dd，时间为 yyyy-MM-dd HH:mm:ss', '约定·日期', 'date'),
  reply('decimals', '小数位数不超过 x-decimals', '约定·小数', 'decimals'),
  reply('values', '取值、长度与上下限在约定之内', '各数据结构', 'value'),
  refusal('shape', '出错时正文为 {status, timestamp, message, errors?}', '约定·出错，Error', 'errorShape'),
  refusal('status', '正文的 status 与 HTTP 状态码一致', 'Error.status', 'errorStatus'),
  refusal('message', 'message 为可直接展示的中文', '约定·出错', 'errorMessage'),
  refusal('no-success', '出错时状态码不为 2xx', '约定·不套信封', 'successIsNoError'),
  refusal(
    'request-id',
    '每个回复以 X-Request-Id 给出请求编号；请求带有的原样返回',
    '约定·请求编号',
    'requestId',
  ),
  refusal('retry-after', '429 与 503 附 Retry-After', 'TooManyRequests、Unavailable', 'retryAfter'),
]
