import { ReportStatus } from '@xinchu/contract/codes'
import type { Quarter } from '@xinchu/validators'
import { type RawBuilder, sql } from 'kysely'
import { momentOf } from '../../runtime/time.ts'
import type { Caller } from '../caller.ts'

/** Maximum stations named in a message. The others are counted. */
const NAMED = 50

/** Deadlines of a quarter's reports: of their authors and of their reviewers. */
export interface ReportDeadlines {
  enterprise: string
  province: string
}

/** Messages to authors and to reviewers differ in title, text and link. */
export interface Notice {
  title: string
  opening: string
  link: string
}

interface Notices {
  author: Notice
  review: Notice
}

const minute = (time: string) => time.slice(0, 16)

/** Titles, opening lines and links of the messages about a quarter. */
export function noticesOf({ year, quarter }: Quarter, deadlines: ReportDeadlines, now: Date): Notices {
  const name = `${year}年第${quarter}季度使用情况`
  const search = `?year=${year}&quarter=${quarter}`
  const isOver = (deadline: string) => momentOf(deadline) < now
  const { enterprise, province } = deadlines
  return {
    author: {
      title: `催报：${name}`,
      opening: isOver(enterprise)
        ? `${name}尚未报送，填报时间已于 ${minute(enterprise)} 截止，请与省级能源主管部门联系并尽快补报：`
        : `${name}尚未报送，请于 ${minute(enterprise)} 前报送：`,
      link: `/decision/quarter/enterprise/index${search}`,
    },
    review: {
      title: `催办审核：${name}`,
      opening: isOver(province)
        ? `${name}有以下项目待审核，审核时间已于 ${minute(province)} 截止，请尽快办理：`
        : `${name}有以下项目待审核，请于 ${minute(province)} 前审核：`,
      link: `/decision/quarter/government/index${search}`,
    },
  }
}

const inHtml = (text: RawBuilder<string>) =>
  sql<string>`replace(replace(replace(${text}, '&', '&amp;'), '<', '&lt;'), '>', '&gt;')`

/** SQL value: the notice's field for an office's part `g`. */
export const wordOf = ({ author, review }: Notices, field: keyof Notice): RawBuilder<string> =>
  sql<string>`case when g.is_review then ${review[field]}::text else ${author[field]}::text end`

/** SQL aggregate: the message to an office about its stations `g`. */
export function wordsTo(notices: Notices, user: Caller): RawBuilder<string> {
  const returned = sql`case when g.status = ${ReportStatus.returnedByNation} then '（国家退回）' else '' end`
  const items = sql`string_agg('<li>' || ${inHtml(sql`g.project_name`)} || ${returned} || '</li>', '' order by g.place) filter (where g.place <= ${NAMED}::integer)`
  const rest = sql`case when count(*) > ${NAMED}::integer then '<p>等 ' || count(*) || ' 个项目。</p>' else '' end`
  const sender = user.orgName ?? ''
  return sql<string>`'<p>' || ${inHtml(wordOf(notices, 'opening'))} || '</p><ul>' || ${items} || '</ul>' || ${rest} || '<p>' || ${inHtml(sql`${sender}::text`)} || '</p>'`
}
