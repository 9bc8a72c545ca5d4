import { defineHandlers } from '../contract/types.ts'
import { rules, rulesCsv } from '../domain/rules/book.ts'
import { CSV } from '../workbook/index.ts'

export const ruleHandlers = defineHandlers({
  async listRules() {
    return [...rules]
  },

  async downloadRules(_call, { now }) {
    return {
      fileName: '规则手册.csv',
      contentType: CSV,
      content: Buffer.from(rulesCsv(now())),
    }
  },
})
