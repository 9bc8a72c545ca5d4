import { defineHandlers } from '../contract/types.ts'
import { slipsPdf, slipsSheet } from '../domain/documents/slips.ts'
import { withUpload } from '../domain/files/upload.ts'
import { changeInBulk } from '../domain/users/bulk/apply.ts'
import { exportUsers } from '../domain/users/export.ts'
import { createRoster } from '../domain/users/roster/create.ts'
import { rosterErrors } from '../domain/users/roster/error-file.ts'
import { readRoster } from '../domain/users/roster/read.ts'
import { rosterTemplate } from '../domain/users/roster/template.ts'
import { badRequest } from '../errors.ts'
import { XLSX } from '../workbook/index.ts'

const modeOf = (text = 'partial'): 'partial' | 'atomic' => {
  if (text === 'partial' || text === 'atomic') return text
  throw badRequest('F-023', '创建方式：取值不正确', [{ field: 'mode', message: '取值不正确' }])
}

export const peopleHandlers = defineHandlers({
  async downloadUserTemplate({ user }, { db }) {
    return { fileName: '批量创建账号名单.xlsx', contentType: XLSX, content: await rosterTemplate(db, user) }
  },

  async importUsers({ upload, user }, services) {
    return withUpload(upload, async ({ path, fields }) => {
      const order = { mode: modeOf(fields['mode']), digest: fields['digest'] }
      return createRoster(services, await readRoster(path), order, user)
    })
  },

  async downloadUserImportErrors({ upload, user }, { db }) {
    if (!upload) throw badRequest('F-001', '请选择要上传的文件', 'file')
    const content = await rosterErrors(db, upload.path, user)
    // The reply streams from the file.
    content.once('close', () => void upload.discard())
    return {
      fileName: `${upload.fileName.replace(/\.xlsx$/i, '')}-问题说明.xlsx`,
      contentType: XLSX,
      content,
    }
  },

  async downloadPasswordSlips({ body, user }, { db, config }) {
    const content = await slipsPdf(db, body.items, user, config)
    return { fileName: '初始密码条.pdf', contentType: 'application/pdf', content }
  },

  async downloadPasswordSheet({ body, user }, { db, config }) {
    return {
      fileName: '初始密码.xlsx',
      contentType: XLSX,
      content: await slipsSheet(db, body.items, user, config),
    }
  },

  async changeUsersInBulk({ body, user }, services) {
    return changeInBulk(services, body, user)
  },

  async exportUsers({ query, user }, { db, now }) {
    return { fileName: '用户.xlsx', contentType: XLSX, content: await exportUsers(db, query, user, now()) }
  },
})
