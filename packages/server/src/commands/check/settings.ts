import { SETTINGS } from '../../config/settings.ts'
import type { Config } from '../../config.ts'
import { type Finding, finding, type State } from './finding.ts'

/** A platform for the public: it has a database of its own and no sample data. */
export const isProduction = ({ databaseUrl, sampleData }: Config): boolean =>
  databaseUrl !== undefined && !sampleData

/** State of a setting that is missing and that only a platform for the public must have. */
export const ofPublic = (config: Config): State => (isProduction(config) ? 'FAIL' : 'WARN')

const LOOPBACK = /^(localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/

function publicAddress(config: Config): Finding {
  const part = '公众地址'
  const { protocol, hostname, pathname } = new URL(config.publicUrl)
  if (LOOPBACK.test(hostname))
    return finding(
      part,
      ofPublic(config),
      `PUBLIC_URL 为本机地址 ${config.publicUrl}，签发的 PDF 上印的地址公众打不开`,
    )
  if (pathname !== '/') return finding(part, 'FAIL', `PUBLIC_URL 不应带路径：${config.publicUrl}`)
  if (protocol !== 'https:')
    return finding(part, ofPublic(config), `PUBLIC_URL 应为 https 地址：${config.publicUrl}`)
  return finding(part, 'OK', config.publicUrl)
}

const FILING = ['caseNumber', 'publicSecurityNumber'] as const

function filingNumbers(config: Config): Finding {
  const isOpen = FILING.some((name) => config[name] === SETTINGS.页面[name].fallback)
  return isOpen
    ? finding(
        '备案号',
        ofPublic(config),
        'CASE_NUMBER 或 PUBLIC_SECURITY_NUMBER 未设置，页脚显示的是占位号码',
      )
    : finding('备案号', 'OK', FILING.map((name) => config[name]).join('，'))
}

/** Checks the settings that need no connection. */
export const lookAtSettings = (config: Config): Finding[] => [publicAddress(config), filingNumbers(config)]
