import type { components } from '@xinchu/contract/schema'
import { momentOf } from '../../../runtime/time.ts'
import type { Labels } from '../../dict/labels.ts'
import { chapters, chapterText } from '../../provincial/report-chapters.ts'
import { dateWords, figure } from './figures.ts'
import type { Block, OfficialDocument } from './model.ts'
import { prose } from './prose.ts'

type Report = components['schemas']['WorkReport']

export interface WorkReportSource {
  report: Report
  labels: Labels
  platform: string
  /** Name and date in the watermark of a copy for another office. */
  reader?: { name: string; date: string }
}

const text = (words: string | undefined): Block[] => (words ? prose(words) : [{ kind: 'text', text: '无' }])

function statsTable({ stats }: Report): Block {
  const specs: readonly (readonly [string, string])[] = [
    ['示范项目数（个）', figure(stats.demoCount)],
    ['已投运（个）', figure(stats.operatingCount)],
    ['总功率（MW）', figure(stats.power)],
    ['总能量（MWh）', figure(stats.energy)],
    ['总投资（万元）', figure(stats.investment)],
  ]
  return {
    kind: 'table',
    caption: '示范项目汇总',
    columns: specs.map(([caption]) => ({ caption, share: 1, align: 'center' as const })),
    rows: [specs.map(([, value]) => value)],
  }
}

function projectTable({ projects = [] }: Report, labels: Labels): Block[] {
  if (projects.length === 0) return []
  return [
    {
      kind: 'table',
      caption: '示范项目进展',
      columns: [
        { caption: '示范项目', share: 40 },
        { caption: '总体进度（%）', share: 15, align: 'center' },
        { caption: '建设状态', share: 15, align: 'center' },
        { caption: '投运日期', share: 15, align: 'center' },
        { caption: '备注', share: 15 },
      ],
      rows: projects.map((project) => [
        project.projectName ?? '—',
        figure(project.overallProgress),
        project.buildStatus
          ? (labels.get('build_status')?.get(project.buildStatus) ?? project.buildStatus)
          : '—',
        project.commissionDate ?? '—',
        project.remark ?? '',
      ]),
    },
  ]
}

/** A province's report on the work of demonstration. */
export function workReportDocument({ report, labels, platform, reader }: WorkReportSource): OfficialDocument {
  const isDraft = report.submitTime === undefined
  const date = report.submitTime ?? report.updateTime ?? report.createTime ?? ''
  const mark = reader ?? { name: report.provinceName ?? '', date: date.slice(0, 10) }
  const extra: Readonly<Record<string, Block[]>> = {
    overview: [statsTable(report)],
    projectProgress: projectTable(report, labels),
  }
  return {
    title: report.title ?? '省级新型储能试点示范工作报告',
    subject: report.provinceName ?? '',
    platform,
    cover: {
      facts: [
        ['报送单位', `${report.provinceName ?? ''}能源主管部门`],
        ['报告年度', `${report.year} 年`],
        ['报告类型', labels.get('work_report_type')?.get(report.reportType) ?? report.reportType],
      ],
      date: isDraft ? '' : dateWords(date),
    },
    hasContents: true,
    blocks: chapters.flatMap(({ name, caption }): Block[] => [
      { kind: 'heading', level: 1, text: caption },
      ...text(chapterText(report, name)),
      ...(extra[name] ?? []),
    ]),
    watermark: [isDraft ? '草稿' : '', mark.name, mark.date].filter(Boolean).join('　'),
    isDraft,
    date: momentOf(date || '2000-01-01 00:00:00'),
  }
}
