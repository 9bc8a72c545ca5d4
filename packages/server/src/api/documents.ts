import { defineHandlers } from '../contract/types.ts'
import { batchDocument, publicAnnouncedList } from '../domain/documents/announcement-documents.ts'
import { annualPdf, annualWord } from '../domain/documents/annual-documents.ts'
import { quarterBulletin } from '../domain/documents/bulletin/bulletin-documents.ts'
import { pilotPdf, pilotWord } from '../domain/documents/pilot-documents.ts'
import { publicListFile } from '../domain/documents/public-list-file.ts'
import { scorePdf, scoreWord } from '../domain/documents/score-documents.ts'
import { verifyDocument } from '../domain/documents/verify.ts'

export const documentHandlers = defineHandlers({
  async downloadDemoPdf({ query, user }, services) {
    return pilotPdf(query, user, services)
  },

  async downloadDemoWord({ query, user }, services) {
    return pilotWord(query, user, services)
  },

  async downloadAnnualPdf({ query, user }, services) {
    return annualPdf(query.id, user, services)
  },

  async downloadAnnualWord({ query, user }, services) {
    return annualWord(query.id, user, services)
  },

  async downloadScorePdf({ query, user }, services) {
    return scorePdf(query, user, services)
  },

  async downloadScoreWord({ query, user }, services) {
    return scoreWord(query, user, services)
  },

  async downloadBatchDocument({ query, user }, services) {
    return batchDocument(query, user, services)
  },

  async downloadAnnouncedList({ query, request }, services) {
    return publicAnnouncedList(query, request.ip, services)
  },

  async downloadPublicDemoList({ query, request }, services) {
    return publicListFile(query, request.ip, services)
  },

  async downloadBulletin({ query, user }, services) {
    return quarterBulletin(query, user, services)
  },

  async verifyDocument({ path, request }, services) {
    return verifyDocument(services, path.code, request.ip)
  },
})
