import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { type Block, pdfOf } from './pdf.ts'

const CHAPTERS: readonly (readonly [heading: string, paragraphs: readonly string[]])[] = [
  [
    '登录与账号',
    [
      '使用登录账号、密码和图形验证码登录。密码连续输错五次，账号锁定十五分钟。',
      '密码为8至64位，至少由数字和字母两部分组成，不得与最近三次用过的密码相同。首次登录或密码被重置后，须先修改密码。',
      '忘记密码时，在登录页选择找回密码，凭登录账号和预留手机号接收短信验证码后重新设置。更换手机号在个人中心办理，须填写发送到新号码的短信验证码。',
    ],
  ],
  [
    '页面与标签',
    [
      '左侧为菜单，上方标签栏列出已打开的页面。再次打开同一页面时，已填写的内容和查询条件仍在。有未保存的内容时，关闭前会提示。',
      '页面上方的搜索框可按名称查找菜单。右上角可全屏显示、下载本手册和退出登录。',
    ],
  ],
  [
    '填报与审核',
    [
      '表单可随时暂存。提交时系统校验必填项和数据之间的关系，未通过的项目逐条列出。',
      '数据按县、市、省逐级审核。被退回的数据按审核意见修改后重新提交。每条数据的办理过程可在详情中查看。',
      '填报受时间限制。不在填报时间内时，系统提示“当前不在填报时间内”，已暂存的内容不会丢失。',
      '他人先于您修改了同一条数据时，系统提示刷新后重试，不会覆盖对方的修改。',
    ],
  ],
  [
    '批量导入与导出',
    [
      '先下载导入模板，按模板填写后上传。系统逐行检查，并给出行号、列名和原因。检查通过后确认导入。',
      '列表可按当前查询条件导出为工作簿。',
    ],
  ],
  ['消息', ['收到新消息时，页面上方显示未读消息数。需要回执的消息，阅读后请点击确认。']],
  [
    '安全须知',
    [
      '涉密事项不上网，上网事项不涉密。请勿在本平台填报、上传任何涉密内容。',
      '账号由本人使用，不得转借。离开时请退出登录。所有登录、填报、审核、导出操作均有记录。',
    ],
  ],
]

/** Builds the user manual with the pages of the caller's menus. */
export async function manualPdf(db: Db, user: Caller, platform: string): Promise<Uint8Array> {
  const { rows } = await sql<{ title: string }>`
    select coalesce(min(g.title), m.title) as title from granted_role e
      join menu_grant g on g.dept_id = e.dept_id and g.role_id = e.role_id join menu m on m.id = g.menu_id
    where e.user_id = ${user.id} and m.type = 1 and not m.hidden
    group by m.id order by min(g.sort), m.menu_sort, m.id`.execute(db)
  const blocks: Block[] = [
    { kind: 'title', text: `${platform}用户手册` },
    { kind: 'text', text: `适用账号：${user.orgName || user.realName}` },
    { kind: 'heading', text: '一、本账号可用的功能' },
    { kind: 'text', text: `${rows.map(({ title }) => title).join('、')}。` },
    ...CHAPTERS.flatMap(([heading, paragraphs], index): Block[] => [
      { kind: 'heading', text: `${'二三四五六七'[index] ?? ''}、${heading}` },
      ...paragraphs.map((text): Block => ({ kind: 'text', text })),
    ]),
  ]
  return pdfOf('用户手册', blocks)
}
