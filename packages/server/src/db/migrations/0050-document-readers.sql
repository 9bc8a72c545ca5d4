-- For whom a copy was made; empty for the applicant's own. A project's page names the code of that copy.
alter table issued_document add column reader text not null default '';
