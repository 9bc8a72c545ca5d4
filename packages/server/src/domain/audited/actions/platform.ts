import { sql } from 'kysely'
import { type Asked, valueAsked } from '../../audit-log/asked.ts'
import type { Action, Actions } from './action.ts'

const READS = '只读'
const fileName = (asked: Parameters<NonNullable<Action['about']>>[0]) => {
  const name = valueAsked(asked, 'fileName')
  return typeof name === 'string' ? name : undefined
}

const dictName = (asked: Asked) => {
  const name = valueAsked(asked, 'dictName')
  return typeof name === 'string' ? name : undefined
}

const webhook = {
  group: 'system',
  about: (asked: Asked) => {
    const url = valueAsked(asked, 'url')
    return typeof url === 'string' ? url : '事件推送地址'
  },
  unchanged: '推送地址不是业务记录，密钥不写入日志',
} as const

/** Owners, menus, dictionaries, fill windows, messages, sections and files. */
export const platformActions: Actions = {
  createOwner: { group: 'system', name: '新建业主与集团', kind: 'OWNER', created: ['id'] },
  updateOwner: { group: 'system', name: '修改业主与集团', kind: 'OWNER', keys: ['id'] },
  mergeOwners: {
    group: 'system',
    name: '合并业主与集团',
    kind: 'OWNER',
    keys: ['fromId', 'intoId'],
    plans: (asked) => valueAsked(asked, 'dryRun') === true,
  },
  recordRegionSuccession: {
    group: 'system',
    name: '记录区划沿革',
    kind: 'REGION',
    keys: ['fromCode', 'toCode'],
  },
  importOwners: {
    group: 'system',
    name: '核对业主与集团名单',
    about: () => '业主与集团名单',
    unchanged: '写入的业主各自可查',
  },
  downloadOwnerWorkbook: {
    group: 'export',
    name: '导出业主与集团',
    about: () => '业主与集团',
    unchanged: READS,
  },
  createMenu: { group: 'system', name: '新建菜单', kind: 'MENU', created: ['id'] },
  updateMenu: { group: 'system', name: '修改菜单', kind: 'MENU', keys: ['id'] },
  deleteMenus: { group: 'system', name: '删除菜单', kind: 'MENU', keys: [''] },
  listSuperiorMenus: {
    group: 'system',
    name: '查看同级与上级菜单',
    kind: 'MENU',
    keys: [''],
    unchanged: READS,
  },
  createRole: { group: 'system', name: '新建角色', kind: 'ROLE', created: ['id'] },
  updateRole: { group: 'system', name: '修改角色', kind: 'ROLE', keys: ['id'] },
  deleteRoles: { group: 'system', name: '删除角色', kind: 'ROLE', keys: [''] },
  planRoleChange: { group: 'system', name: '预览角色修改', kind: 'ROLE', keys: ['id'], unchanged: READS },
  createDictDetail: { group: 'system', name: '新建字典项', kind: 'DICT', created: ['id'] },
  updateDictDetail: {
    group: 'system',
    name: '修改字典项',
    kind: 'DICT',
    keys: ['id'],
    changed: { field: 'enabled', names: { true: '启用字典项', false: '停用字典项' } },
  },
  exportDict: { group: 'export', name: '导出字典', about: dictName, unchanged: READS },
  importDict: {
    group: 'system',
    name: '导入字典项',
    kind: 'DICT',
    about: dictName,
    find: (asked) => [
      {
        kind: 'DICT',
        where: sql`r.dict_id in (select d.id from dict d where d.name = ${dictName(asked) ?? ''})`,
      },
    ],
  },
  deleteDictDetail: { group: 'system', name: '删除字典项', kind: 'DICT', keys: ['id'] },
  saveFillTime: {
    group: 'window',
    name: '设置填报时间',
    kind: 'FILL_TIME',
    keys: ['id'],
    created: ['id'],
    changed: {
      field: 'enabled',
      names: { true: '启用填报时间', false: '停用填报时间' },
    },
  },
  copyFillTimes: {
    group: 'window',
    name: '复制填报时间',
    kind: 'FILL_TIME',
    keys: ['ids'],
    unchanged: '复制为新的填报时间，原填报时间不变',
  },
  createMessage: { group: 'message', name: '新建或发布消息', kind: 'MESSAGE', created: ['id'] },
  updateMessage: {
    group: 'message',
    name: '修改消息',
    by: {
      field: 'action',
      names: {
        READ: '阅读消息',
        READ_ALL: '全部标记已读',
        RECEIPT: '回执消息',
        UPDATE: '修改消息',
        PUBLISH: '发布消息',
        REVOKE: '撤回消息',
        REMIND: '催办未读人员',
      },
    },
    // Many people read one message at once, so its row is not locked.
    reads: ['READ', 'READ_ALL', 'RECEIPT', 'REMIND'],
    kind: 'MESSAGE',
    keys: ['id', 'ids'],
  },
  previewMessageAudience: {
    group: 'message',
    name: '预览收件范围',
    about: (asked) => String(valueAsked(asked, 'title') ?? '未发送的消息'),
    unchanged: READS,
  },
  exportMessageReaders: {
    group: 'export',
    name: '导出阅读情况',
    kind: 'MESSAGE',
    keys: ['id', 'messageId'],
    unchanged: READS,
  },
  saveMessageTemplate: {
    group: 'message',
    name: '保存消息模板',
    about: (asked) => String(valueAsked(asked, 'name') ?? valueAsked(asked, 'title') ?? '消息模板'),
    unchanged: '模板不是已发送的消息',
  },
  deleteMessageTemplates: {
    group: 'message',
    name: '删除消息模板',
    about: (asked) => `消息模板 ${[asked.body].flat().join('、')}`,
    unchanged: '模板不是已发送的消息',
  },
  createSection: { group: 'section', name: '新增栏目内容', kind: 'SECTION', created: ['id'] },
  updateSection: {
    group: 'section',
    name: '修改栏目内容',
    kind: 'SECTION',
    keys: ['id'],
    changed: { field: 'status', names: { '0': '退回栏目草稿', '1': '发布栏目内容', '2': '下线栏目内容' } },
  },
  deleteSections: { group: 'section', name: '删除栏目草稿', kind: 'SECTION', keys: [''] },
  uploadFile: { group: 'file', name: '上传附件', kind: 'FILE', created: ['id'], unchanged: '新文件，无前值' },
  downloadFile: { group: 'file', name: '下载附件', kind: 'FILE', keys: ['id'], unchanged: READS },
  deleteFile: {
    group: 'file',
    name: '删除附件',
    kind: 'FILE',
    keys: ['id'],
    unchanged: '附件没有可比较的项',
  },
  startFileSession: { group: 'file', name: '开始分片上传', about: fileName, unchanged: '尚无文件' },
  cancelFileSession: {
    group: 'file',
    name: '取消分片上传',
    about: () => '未完成的上传',
    unchanged: '尚无文件',
  },
  finishFileSession: {
    group: 'file',
    name: '完成分片上传',
    kind: 'FILE',
    // The transaction that makes the file returns it beside the parts that it frees.
    created: ['id', 'file.id'],
    unchanged: '新文件，无前值',
  },
  createWebhook: { ...webhook, name: '登记推送地址' },
  updateWebhook: { ...webhook, name: '修改推送地址' },
  deleteWebhooks: { ...webhook, name: '删除推送地址' },
  rotateWebhookSecret: { ...webhook, name: '更换推送密钥' },
  testWebhook: { ...webhook, name: '试推送' },
  putFilePart: { group: 'file', name: '上传分片', unchanged: '属于一次上传' },
}
