-- A score summary whose figures change is a new edition. Documents of before have none and count as the first.
alter table issued_document
  add column edition integer,
  -- Digest of the content without reader, date of the copy and edition.
  add column figures_digest text;
