import type { ReactNode } from 'react'
import type { Verified } from './verified.ts'

/** A sign, a word and a colour for each outcome: colour is never the only signal. */
const LOOKS = {
  GENUINE: { sign: '✓', tone: 'bg-success-soft text-success' },
  SUPERSEDED: { sign: '!', tone: 'bg-warning-soft text-warning' },
  VOID: { sign: '×', tone: 'bg-danger-soft text-danger' },
} as const

interface BannerProps {
  look: keyof typeof LOOKS
  title: string
  children: ReactNode
}

function Banner({ look, title, children }: BannerProps) {
  const { sign, tone } = LOOKS[look]
  return (
    <div className={`flex items-center gap-4 rounded-t-lg px-5 py-4 ${tone}`}>
      <span className="w-6 shrink-0 text-center font-semibold text-xl" aria-hidden="true">
        {sign}
      </span>
      <div>
        <h2 className="font-semibold text-lg">{title}</h2>
        <p className="text-s">{children}</p>
      </div>
    </div>
  )
}

function sizeText(bytes: number): string {
  return bytes < 1024 ** 2 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 ** 2).toFixed(1)} MB`
}

/** Digits in groups of four, two lines of eight groups. */
const digestText = (sha256: string) => sha256.replace(/(.{4})(?=.)/g, '$1 ')

const versionText = ({ submissionNo, edition, pages, size }: Verified) =>
  [
    submissionNo === undefined ? '' : `第 ${submissionNo} 次提交`,
    edition === undefined ? '' : `第 ${edition} 版`,
    `${pages} 页`,
    sizeText(size),
  ]
    .filter(Boolean)
    .join('，')

function explanation(found: Verified): string | undefined {
  const { state, latestNo, latestEdition, latestTime, latestBatches } = found
  if (latestBatches) return `数据已修订，现行批次 ${latestBatches.join('、')}，请以现行数据为准`
  if (state === 'SUPERSEDED') {
    const version = latestEdition === undefined ? `第 ${latestNo} 次提交` : `第 ${latestEdition} 版`
    return `已有新版本：${version}（${latestTime?.slice(0, 10)}），请以新版本为准`
  }
  if (state === 'VOID') return '该次提交已撤回或项目已删除，文件不再有效'
  return undefined
}

/** Known facts of a document with this code. */
export function Result({ found }: { found: Verified }) {
  const note = explanation(found)
  const rows: readonly (readonly [caption: string, value: string | undefined, tone?: string])[] = [
    ['文件', found.title],
    ['项目', found.subject],
    ['编号', found.number],
    ['版本', versionText(found)],
    ['状态', note, 'text-warning'],
  ]
  return (
    <section className="card">
      <Banner look={found.state} title={found.message}>
        {`本平台于 ${found.issuedAt} 签发`}
      </Banner>
      <dl className="px-5 py-2">
        {rows.map(
          ([caption, value, tone = '']) =>
            value && (
              <div key={caption} className="flex gap-4 border-line border-b py-2">
                <dt className="w-12 shrink-0 text-ink-soft">{caption}</dt>
                <dd className={`min-w-0 break-words ${tone}`}>{value}</dd>
              </div>
            ),
        )}
        {found.latestUrl && (
          <div className="flex gap-4 border-line border-b py-2">
            <dt className="w-12 shrink-0 text-ink-soft">现行</dt>
            <dd className="min-w-0 break-words">
              <a href={found.latestUrl} className="text-brand-ink underline">
                {found.latestUrl}
              </a>
              <span className="text-ink-soft">（须登录后查看）</span>
            </dd>
          </div>
        )}
        <div className="py-2">
          <dt className="text-ink-soft">文件摘要 SHA-256</dt>
          <dd className="mt-1 max-w-[40ch] break-words font-mono text-s">{digestText(found.sha256)}</dd>
        </div>
      </dl>
    </section>
  )
}

export function NotFound() {
  return (
    <section className="card">
      <Banner look="VOID" title="未找到">
        核验码不存在，请核对后重试
      </Banner>
      <p className="px-5 py-4 text-ink-soft">
        请与文件页脚逐字核对。核对无误仍未找到的，文件不是本平台签发的。
      </p>
    </section>
  )
}
