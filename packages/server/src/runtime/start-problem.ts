const CAUSES: Readonly<Record<string, string>> = {
  EADDRINUSE: '监听的端口已被占用，请停止占用它的程序，或以 PORT 指定其他端口',
  EADDRNOTAVAIL: '监听的地址不属于本机，请检查 HOST',
  EACCES: '没有权限，请检查端口（1024 以下须特权）与数据目录的权限',
  ECONNREFUSED: '无法连接数据库，请检查 DATABASE_URL 以及数据库是否已启动',
  ENOTFOUND: '找不到数据库主机，请检查 DATABASE_URL',
  ETIMEDOUT: '连接数据库超时，请检查 DATABASE_URL 与网络',
  '28P01': '数据库用户名或密码不正确，请检查 DATABASE_URL',
  '28000': '数据库拒绝该用户登录，请检查 DATABASE_URL 与 pg_hba.conf',
  '3D000': '数据库不存在，请先创建，或检查 DATABASE_URL',
  '42501': '数据库用户权限不足，须能在库中建表',
  '53300': '数据库连接数已满，请稍后再试或调大 max_connections',
  '57P03': '数据库正在启动，请稍后再试',
}

interface ErrorParts {
  code?: unknown
  message?: unknown
  cause?: unknown
}

const partsOf = (error: unknown): ErrorParts => Object(error) as ErrorParts // read defensively

/** Describes a failed start for the operator, with the original message of known causes. */
export function startProblem(error: unknown): string {
  const { code, message, cause } = partsOf(error)
  const text = typeof message === 'string' ? message : JSON.stringify(error)
  if (/[\u4e00-\u9fff]/.test(text)) return text
  if (/unsupported startup parameter/.test(text))
    return `连接池不接受启动参数：请设 ignore_startup_parameters = extra_float_digits,options，并为数据库用户设置时区 Asia/Shanghai（${text}）`
  const known = CAUSES[String(code ?? partsOf(cause).code)]
  return known ? `${known}（${text}）` : `启动失败：${text}`
}
