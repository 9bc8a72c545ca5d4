-- A document is found again by what it says, so that its code and its bytes stay the same. Names are those printed in it.
alter table issued_document
  alter column project_id drop not null,
  add column year integer,
  add column subject text not null default '',
  add column number text not null default '',
  -- Null once the platform draws the same content in another way; the code holds for the bytes that were issued.
  add column content_digest text;
create unique index issued_document_content
  on issued_document (kind, coalesce(project_id, 0), coalesce(year, 0), submission_no, content_digest);
