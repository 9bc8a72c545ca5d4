import { screen, waitFor, within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { example, type OperationId, type Refusal, type ReplyOf, refuse } from '@xinchu/testing'
import { describe, expect, test } from 'vitest'
import { type Control, field, noteOf } from '../support/fields.ts'
import { held, on } from '../support/network.ts'
import { onPortal, open } from '../support/portal.ts'
import { infoOf } from '../support/seed.ts'

onPortal()

interface FormCase {
  what: string
  path: string
  account: string
  /** Answers what the screen and the form read. */
  prepare: () => void
  /** Opens the form and fills in what it asks for. */
  fill: (user: UserEvent) => Promise<void>
  /** The field that is changed, its name in the contract, and what is typed there. */
  control: () => Control
  name: string
  text: string
  /** The submit button, and the notice after saving. */
  action: string
  done: string
  answer: (give: () => Refusal | undefined | Promise<undefined>) => { readonly length: number }
}

type Stored<Id extends OperationId> = Omit<FormCase, 'answer' | 'control'> &
  Partial<Pick<FormCase, 'control'>> & { stored: ReplyOf<Id> }

const form = <Id extends OperationId>(id: Id, { stored, ...rest }: Stored<Id>): FormCase => ({
  control: () => field(rest.name),
  ...rest,
  answer: (give) => on(id, async () => (await give()) ?? stored),
})

/** The open dialog, or the page if there is none. */
const front = () => within(screen.queryAllByRole('dialog').at(-1) ?? screen.getByRole('main'))

const press = async (user: UserEvent, name: string) =>
  user.click(await waitFor(() => front().getByRole('button', { name })))

const drafts = example('querySections').content.map((section) => ({ ...section, status: '0' as const }))

const cases: readonly FormCase[] = [
  form('updateOrg', {
    what: 'an office',
    path: '/system/org/index',
    account: 'admin',
    prepare: () => on('listOrgs', example('listOrgs')),
    fill: (user) => press(user, '修改'),
    name: 'contactName',
    text: '马兰',
    action: '保存',
    done: '已保存',
    stored: example('updateOrg'),
  }),
  form('modifyUser', {
    what: 'an account',
    path: '/system/user/index',
    account: 'admin',
    prepare() {
      on('listUsers', example('listUsers'))
      on('listOrgs', example('listOrgs'))
      const { roles } = infoOf('enterprise_yc').user
      on('getNeaUser', { user: { ...example('getNeaUser').user, roles } })
      on('getUserGrants', example('getUserGrants'))
      on('getSecondFactor', example('getSecondFactor'))
      on('listSessions', example('listSessions'))
      on('getBuiltInDept', example('getBuiltInDept'))
    },
    async fill(user) {
      await press(user, 'qiye001')
      await press(user, '修改')
    },
    name: 'position',
    text: '科长',
    action: '保存',
    done: '已保存',
    stored: example('modifyUser'),
  }),
  form('updateDictDetail', {
    what: 'a dictionary entry',
    path: '/system/dict/index',
    account: 'admin',
    prepare: () => on('queryDictDetail', example('queryDictDetail')),
    fill: (user) => press(user, '修改'),
    name: 'label',
    text: '锂电池',
    action: '保存',
    done: '已保存',
    stored: example('updateDictDetail'),
  }),
  form('updateMenu', {
    what: 'a menu',
    path: '/system/menu/index',
    account: 'admin',
    prepare() {
      on('listMenuChildren', example('listMenuChildren'))
      on('listSuperiorMenus', example('listSuperiorMenus'))
    },
    fill: (user) => press(user, '修改'),
    name: 'title',
    text: '项目台账',
    action: '保存',
    done: '已保存',
    stored: example('updateMenu'),
  }),
  form('saveFillTime', {
    what: 'a fill window',
    path: '/system/filltime/index',
    account: 'nation',
    prepare() {
      on('listFillTimes', example('listFillTimes'))
      on('listPublications', [])
    },
    fill: (user) => press(user, '修改'),
    control: () => screen.getByRole('textbox', { name: /^企业截止(?!：时、分)/ }),
    name: 'levelDeadlines.enterprise',
    text: '2026-10-10',
    action: '确定',
    done: '已保存',
    stored: example('saveFillTime'),
  }),
  form('updateSection', {
    what: 'a policy',
    path: '/policyMent/index',
    account: 'policy_edit',
    prepare: () => on('querySections', { content: drafts, totalElements: 1 }),
    fill: (user) => press(user, '修改'),
    name: 'issueOrg',
    text: '国家能源局',
    action: '存为草稿',
    done: '已保存',
    stored: example('updateSection'),
  }),
  form('createMessage', {
    what: 'a message',
    path: '/message/push/index',
    account: 'province_nx',
    prepare() {
      on('queryMessages', example('queryMessages'))
      on('listMessageTemplates', example('listMessageTemplates'))
      on('previewMessageAudience', example('previewMessageAudience'))
    },
    async fill(user) {
      await press(user, '发送消息')
      await waitFor(() => within(field('messageType')).getByText('填报提醒'))
      await user.selectOptions(field('messageType'), '填报提醒')
      await user.type(await waitFor(() => field('content')), '请于 10 月 20 日前完成报送。')
    },
    name: 'title',
    text: '报送提醒',
    action: '发送',
    done: '消息已发送',
    stored: example('createMessage'),
  }),
  form('updateUserCenter', {
    what: 'one’s own profile',
    path: '/user/center',
    account: 'city_wz',
    prepare() {
      on('getSecondFactor', example('getSecondFactor'))
      on('listSessions', example('listSessions'))
      on('listLogins', example('listLogins'))
    },
    fill: async () => undefined,
    name: 'position',
    text: '处长',
    action: '保存',
    done: '已保存',
    stored: example('updateUserCenter'),
  }),
]

describe.each(cases)(
  'the form of $what',
  ({ path, account, prepare, fill, control, name, text, ...rest }) => {
    const { action, done, answer } = rest

    /** Opens the form with everything filled in, not yet sent. */
    async function filled(): Promise<UserEvent> {
      prepare()
      const user = await open(path, account)
      await fill(user)
      await waitFor(control)
      await user.clear(control())
      await user.type(control(), text)
      return user
    }

    test.each([400, 422])(
      'shows at its field what the server refuses with %i, and keeps what was typed',
      async (status) => {
        answer(() => refuse(status, '内容有误', { errors: [{ field: name, message: '与登记信息不符' }] }))
        const user = await filled()
        await press(user, action)
        await waitFor(() => expect(noteOf(control())).toBe('与登记信息不符'))
        expect(control().getAttribute('aria-invalid')).toBe('true')
        expect(control().value).toBe(text)
      },
    )

    test('says that somebody else has changed it, and keeps what was typed', async () => {
      answer(() => refuse(409, '内容已被他人修改，请刷新后重试'))
      const user = await filled()
      await press(user, action)
      expect(await screen.findByText('内容已被他人修改，请刷新后重试')).toBeDefined()
      expect(control().value).toBe(text)
    })

    test('sends once for two presses, and says that it is stored', async () => {
      const { answer: reply, give } = held<undefined>()
      const sent = answer(() => reply)
      const user = await filled()
      await user.dblClick(front().getByRole('button', { name: action }))
      await waitFor(() => expect(sent).toHaveLength(1))
      give(undefined)
      expect(await screen.findByText(done)).toBeDefined()
      expect(sent).toHaveLength(1)
    })
  },
)
