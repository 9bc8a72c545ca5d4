import type { components } from '@xinchu/contract/schema'
import { demoReview } from '@xinchu/sdk'
import { useState } from 'react'
import { useConnection } from '../../../app/connection.ts'
import { numeral } from '../../../lib/numeral.ts'
import { useLoad } from '../../../lib/use-load.ts'
import { Select } from '../../../ui/inputs.tsx'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { FilingFooter, SecrecyBanner } from '../page-parts.tsx'
import { usePlatformTitle } from '../platform-settings.ts'
import { ListFiles } from './list-files.tsx'
import { Objection } from './objection.tsx'

type List = components['schemas']['PublicDemoList']
type Batch = Pick<List['batches'][number], 'batchYear' | 'batchNo'>

// Local, because the module of figures belongs to the application's frame.
const figures = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 4 })
const figure = (value: number | undefined): string => (value === undefined ? '—' : figures.format(value))

const keyOf = ({ batchYear, batchNo }: Batch) => `${batchYear}-${batchNo}`
const nameOf = ({ batchYear, batchNo }: Batch) => `${batchYear}年第${numeral(batchNo)}批`

/** Describes the state of the list: under publicity, announced, or neither. */
function stateOf({ publicity, announced, announceNo, announceDate, open }: List): string {
  if (announced) return `${announceDate ?? ''} 公布，${announceNo ?? ''}`
  if (!publicity) return '当前没有公示的试点示范项目'
  const period = `公示期 ${publicity.startTime.slice(0, 10)} 至 ${publicity.endTime.slice(0, 10)}`
  return open ? `${period}，公示期内可实名提出异议` : `${period}，公示已结束`
}

const HEADS = ['项目编号', '项目名称', '申报单位', '地点', '技术路线', '规模（MW / MWh）']

function Projects({ list }: { list: List }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region is reached by keyboard
    <section aria-label="公示名单" className="card overflow-x-auto print:hidden" tabIndex={0}>
      <table className="w-full min-w-[720px] text-left text-s">
        <thead className="text-ink-soft">
          <tr>
            {HEADS.map((head) => (
              <th key={head} scope="col" className="whitespace-nowrap px-3 py-2.5 font-normal">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {list.content.map((project) => (
            <tr key={project.id} className="border-line border-t">
              <td className="whitespace-nowrap px-3 py-2">{project.demoCode}</td>
              <td className="px-3 py-2">
                {project.projectName}
                {project.quit && '（已退出）'}
                {project.cancelledOn && (
                  <span className="block text-danger">已取消拟入选资格 {project.cancelledOn}</span>
                )}
              </td>
              <td className="px-3 py-2">{project.companyName}</td>
              <td className="whitespace-nowrap px-3 py-2">{project.provinceName}</td>
              <td className="whitespace-nowrap px-3 py-2">{project.techTypeLabel}</td>
              <td className="whitespace-nowrap px-3 py-2">
                {figure(project.ratedPower)} / {figure(project.ratedEnergy)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface BatchesProps {
  chosen: Batch | undefined
  onChoose: (batch: Batch) => void
}

/** The list of a batch. The page itself shows a failure. */
function Batches({ chosen, onChoose }: BatchesProps) {
  const connection = useConnection()
  const query = chosen ? { batchYear: chosen.batchYear, batchNo: chosen.batchNo } : {}
  const { data, error, again } = useLoad(
    (signal) => demoReview(connection).listPublic(query, { signal }),
    () => undefined,
  )
  if (error)
    return (
      <div role="alert" className="card grid justify-items-center gap-3 px-4 py-12 text-ink-soft">
        <p>{error.message}</p>
        <PlainButton onClick={again}>重新加载</PlainButton>
      </div>
    )
  if (!data)
    return (
      <p role="status" className="card px-4 py-12 text-center text-ink-soft">
        正在加载…
      </p>
    )
  const shown = chosen ?? data.publicity
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-ink-soft">{stateOf(data)}</p>
        {data.batches.length > 1 && shown && (
          <div className="w-40">
            <Select
              aria-label="批次"
              placeholder=""
              value={keyOf(shown)}
              onValue={(key) => {
                const batch = data.batches.find((each) => keyOf(each) === key)
                if (batch) onChoose(batch)
              }}
              options={data.batches.map((batch) => ({ value: keyOf(batch), label: nameOf(batch) }))}
            />
          </div>
        )}
      </div>
      {data.publicity && data.content.length > 0 && (
        <ListFiles batch={data.publicity} isAnnounced={data.announced === true} />
      )}
      {data.content.length > 0 && <Projects list={data} />}
      {data.open && (
        <Objection
          projects={data.content.filter(({ cancelledOn }) => cancelledOn === undefined)}
          contact={data.publicity?.contact}
        />
      )}
    </>
  )
}

/** The public list of selected and announced projects, ordered by code. */
export function PublicityScreen({ isLoggedIn }: { isLoggedIn: boolean }) {
  const platform = usePlatformTitle()
  const [chosen, setChosen] = useState<Batch>()
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr_auto] bg-canvas">
      <title>{`试点示范项目公示 - ${platform}`}</title>
      <SecrecyBanner />
      <main className="mx-auto w-full max-w-[1120px] px-4 py-6 sm:px-6">
        <header className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <div>
            <p className="text-ink-faint text-s">{platform}</p>
            <h1 className="font-semibold text-xl">新型储能试点示范项目公示</h1>
          </div>
          <a href="/" className="text-brand-ink text-s hover:underline print:hidden">
            {isLoggedIn ? '进入平台' : '返回登录'}
          </a>
        </header>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Batches key={chosen ? keyOf(chosen) : ''} chosen={chosen} onChoose={setChosen} />
          <p className="text-ink-faint text-s">同一公示内按项目编号排列，不含分数与名次。</p>
        </div>
      </main>
      <FilingFooter />
    </div>
  )
}
