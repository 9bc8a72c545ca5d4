import type { Kind } from './kinds.ts'
import * as kinds from './kinds.ts'

/** A setting of the server. Its environment variable has its name in capitals: `dataDir` is DATA_DIR. */
export interface Setting<T = unknown> {
  readonly kind: Kind<T>
  /** Its meaning in Chinese, as the documentation shows it to the operator. */
  readonly means: string
  /** Value without the variable. */
  readonly fallback: T
  /** The fallback in words, where it depends on the rest or is none. */
  readonly fallbackText?: string
  /** Never printed, and also read from the file that the variable with `_FILE` behind its name points to. */
  readonly isSecret?: true
  /** Name of the version before, which is still read. */
  readonly formerly?: string
}

const given = <T>(kind: Kind<T>, means: string, fallback: T, fallbackText?: string): Setting<T> => ({
  kind,
  means,
  fallback,
  ...(fallbackText === undefined ? {} : { fallbackText }),
})

/** A setting without a value of its own where the variable is unset. */
const optional = <T>(kind: Kind<T>, means: string, fallbackText = '无'): Setting<T | undefined> => ({
  kind,
  means,
  fallback: undefined,
  fallbackText,
})

const hidden = (least: number, means: string, fallbackText = '无'): Setting<string | undefined> => ({
  ...optional(kinds.secret(least), means, fallbackText),
  isSecret: true,
})

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Three days and a little more, as the Standard Webhooks specification advises. */
const RETRIES = [5, 5 * MINUTE, HOUR / 2, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, DAY]

const POLICIES = ['off', 'optional', 'required-for-reviewers'] as const
export type SecondFactorPolicy = (typeof POLICIES)[number]

const LEVELS: Kind<string> = kinds.oneOf('debug', 'info', 'warn', 'error', 'silent')

/** All settings by heading, in the order in which the operator reads them. */
export const SETTINGS = {
  地址与连接: {
    port: given(kinds.whole(0, 65_535), '监听的端口；0 为任意空闲的端口', 8_080),
    host: given(kinds.line(255), '监听的地址，为本机的一个地址', '127.0.0.1'),
    publicUrl: optional(
      kinds.address,
      '公众访问门户的地址，印在签发的 PDF 中；上线前须设置',
      '`http://127.0.0.1:` 加端口',
    ),
    /** By default none is trusted: anyone can send the header. All callers of a proxy then share the limits of one address. */
    trustProxy: given(
      kinds.proxies,
      '前有反向代理时填代理的层数（如 `1`）或地址（如 `10.0.0.0/8`），据以从 `X-Forwarded-For` 取得访问者地址。不信任时，经同一代理的访问者共用按地址的次数限制',
      false,
      '不信任',
    ),
    headSeconds: given(kinds.seconds(120), '请求头须在多少秒内收完', 10),
    /** Uploads are limited by progress. */
    bodySeconds: given(kinds.seconds(600), '请求正文须在多少秒内收完，上传的文件除外', 30),
    keepAliveSeconds: given(kinds.seconds(600), '空闲连接保留多少秒', 65),
    maxConnections: given(kinds.whole(1, 100_000), '最多同时多少个连接', 1_000),
    maxConnectionsPerAddress: given(
      kinds.whole(1, 100_000),
      '每个地址最多同时多少个连接；设置 `TRUST_PROXY` 后由代理限制',
      200,
    ),
    drainSeconds: optional(
      kinds.whole(0, 60),
      '收到 SIGTERM 或 SIGHUP 后还照常服务多少秒，期间就绪检查为 503，供负载均衡把访问转往别处；两秒之后再来一个信号即不再等',
      '设了 `DATABASE_URL` 时 `5`，否则 `0`',
    ),
    endSeconds: given(kinds.whole(5, 300), '停止服务后，在办的请求须在多少秒内办完', 20),
  },
  数据与文件: {
    dataDir: optional(kinds.path, '内嵌数据库与上传文件所在的文件夹', '`./data`'),
    databaseUrl: {
      ...optional(
        kinds.databaseAddress,
        '改用外部 PostgreSQL（15 以上）；设为空值时拒绝启动。会话时区须为 `Asia/Shanghai`：平台在每个新连接上核对，连接池丢弃启动参数时拒绝启动，并给出应执行的 `alter role` 语句',
        '内嵌数据库',
      ),
      isSecret: true,
    },
    sampleData: {
      ...optional(
        kinds.flag,
        '空库首次启动时是否写入演示数据与演示账号，由 `npm start` 启动时有效；`HOST` 不是本机时，设为 `on` 才对外提供演示库。已有数据的库不受影响',
        '内嵌数据库且 `HOST` 为本机时写入',
      ),
      formerly: 'DEMO_DATA',
    },
    s3Endpoint: optional(
      kinds.address,
      '上传的文件改存于 S3 兼容的对象存储（路径式地址）；改设之后原有文件照常可用',
      '存于 `DATA_DIR`',
    ),
    s3Bucket: optional(kinds.line(63), '对象存储的桶'),
    s3Region: given(kinds.line(60), '对象存储的区域', 'us-east-1'),
    s3AccessKeyId: hidden(1, '对象存储的访问密钥编号'),
    s3SecretAccessKey: hidden(1, '对象存储的访问密钥'),
    secondFactorKey: hidden(
      32,
      '加密两步验证、推送与待发短信的密钥。须随数据库一并备份；多台服务器共用一个数据库时，各台须设为相同的值',
      '自动生成，存于 `DATA_DIR/second-factor.key`',
    ),
  },
  页面: {
    title: given(kinds.line(60), '平台名称', '全国新型储能大数据平台'),
    caseNumber: given(kinds.line(60), '页脚的备案号', '京ICP备00000000号'),
    publicSecurityNumber: given(kinds.line(60), '页脚的公安备案号', '京公网安备00000000000000号'),
    watermark: given(kinds.flag, '页面水印', false),
    showSettings: given(kinds.flag, '是否提供布局设置', true),
    showFooter: given(kinds.flag, '是否显示页脚', true),
    /** None by default: no page of the platform is framed. */
    embedOrigins: given<readonly string[]>(
      kinds.origins,
      '可以内嵌统计卡片（地址中的 `embed`）的网站；须与平台同属一个站点，浏览器才会带上登录',
      [],
      '不可内嵌',
    ),
    mapDir: optional(
      kinds.path,
      '经审核的底图所在的文件夹，每个行政区划一个文件，见[地图](maps.md)',
      '`DATA_DIR/maps`',
    ),
    mapCaption: given(kinds.line(100), '地图下方的说明，如审图号', '', '无'),
    webDir: optional(kinds.path, '构建好的门户', '服务端旁的门户'),
    docsDir: optional(kinds.path, '构建好的开发文档', '服务端旁的文档'),
    documentWaitMs: given(
      kinds.whole(0, 60_000),
      '打开页面时等待首批数据的毫秒数，随页面一并送出；0 为不等待',
      250,
    ),
  },
  短信: {
    smsGateway: optional(
      kinds.path,
      '短信网关的描述文件，见[短信](text-messages.md)。没有网关时企业不能自助注册，忘记密码不能自行重设',
    ),
    smsKey: hidden(1, '短信网关的账号，描述文件中的 `key`'),
    smsSecret: hidden(1, '短信网关的密钥，描述文件中的 `secret`'),
    smsDailyMax: given(kinds.whole(1, 10_000_000), '24 小时内至多发送的短信条数', 20_000),
    smsCode: optional(kinds.sixDigits, '演示库的短信验证码；日志不记录验证码', '随机产生，启动时显示在终端'),
  },
  登录与账号: {
    /** Service accounts are always exempt. */
    captcha: given(kinds.flag, '登录须通过验证码；服务账号不须', true),
    captchaPerMinute: given(kinds.whole(1, 100_000), '每个地址每分钟的验证码个数', 60),
    captchaWorkBits: given(kinds.whole(0, 26), '代替图片验证码的计算的难度；每加 1，计算量加倍', 17),
    secondFactor: optional<SecondFactorPolicy>(
      kinds.oneOf(...POLICIES),
      '两步验证（TOTP）：`off` 不开放，`optional` 自愿启用，`required-for-reviewers` 系统管理员与审核人员必须启用、其他人自愿。服务账号不受要求',
      '`required-for-reviewers`，演示库为 `optional`',
    ),
    registrationReview: optional(
      kinds.flag,
      '企业注册后是否须经所在县能源主管部门、平台运营单位或系统管理员审核才能登录',
      '`on`，演示库为 `off`',
    ),
    loginFailures: given(kinds.whole(1, 100), '密码错多少次后锁定账号', 5),
    lockSeconds: given(kinds.whole(1, DAY), '锁定多少秒', 15 * MINUTE),
    accessSeconds: given(kinds.whole(1, DAY), '访问令牌有效多少秒，到期由刷新令牌更换', HOUR / 2),
    refreshGraceSeconds: given(
      kinds.whole(0, 60),
      '更换令牌后，旧刷新令牌在多少秒内仍得到同一回复；至多为访问令牌有效期的一半',
      30,
    ),
    idleSeconds: given(
      kinds.whole(1, 30 * DAY),
      '无人使用多少秒后会话结束；打开页面而不操作不算使用',
      HOUR / 2,
    ),
    absoluteSeconds: given(kinds.whole(1, 30 * DAY), '登录多少秒后会话结束', 12 * HOUR),
    serviceSeconds: given(kinds.whole(1, 30 * DAY), '服务账号（免验证码，供脚本使用）的会话持续多少秒', DAY),
    passwordMaxAgeDays: given(kinds.whole(0, 3_650), '密码多少天后须更换；0 为不过期。演示账号不过期', 90),
    passwordWarningDays: given(kinds.whole(0, 365), '密码到期前多少天提醒', 14),
    oneTimePasswordDays: given(kinds.whole(0, 3_650), '初始密码、临时密码有效多少天；0 为不过期', 7),
    servicePasswordMaxAgeDays: given(kinds.whole(0, 3_650), '服务账号的密码多少天后须更换；0 为不过期', 0),
  },
  办理: {
    /** Messages of a submission or decision are delayed as long. */
    undoSeconds: given(
      kinds.whole(0, 600),
      '提交、通过、退回与入库后可撤销的秒数，消息在此之后送达，入库在此之后写入；0 为不可撤销',
      10,
    ),
    remindDays: given(kinds.whole(0, 365), '退回后仍有意见待处理的，隔多少天提醒填报单位一次；0 为不提醒', 7),
    /** For all streams together. */
    unreadSeconds: given(kinds.seconds(60), '隔多少秒查一次未读消息', 3),
    /** For all open pages together. */
    recordSeconds: given(kinds.seconds(60), '隔多少秒查一次打开的页面上各件的办理', 0.5),
  },
  日志与事件: {
    logLevel: given(
      LEVELS,
      '日志级别。`info` 每次调用记一行（时间、调用者、地址、路径、结果、耗时），不含正文与查询参数，存活与就绪检查除外；`warn` 只记异常；`debug` 另记这些检查与未发送的短信',
      'info',
    ),
    auditDays: given(kinds.daysOrEver(180, 36_500, '不清理'), '审计日志保留的天数', 0),
    eventDays: given(kinds.whole(1, 3_650), '供外部系统读取的[事件](events.md)保留的天数', 90),
    webhookRetrySeconds: given(
      kinds.listOfSeconds,
      '[推送](events.md)失败后逐次重试的间隔秒数',
      RETRIES,
      '在三天多内重试 9 次',
    ),
    webhookLoopback: given(kinds.flag, '仅供测试：允许向本机地址推送，且可不加密', false),
  },
} as const

type Unite<T> = (T extends unknown ? (each: T) => void : never) extends (all: infer All) => void ? All : never
type Table = Unite<(typeof SETTINGS)[keyof typeof SETTINGS]>

/** Values of all settings, by name. */
export type Given = { -readonly [Name in keyof Table]: Table[Name] extends Setting<infer T> ? T : never }

/** Name of a setting's environment variable. */
export const variableOf = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()
