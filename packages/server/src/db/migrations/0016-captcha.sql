-- A captcha without a picture: the number of leading zero bits that the proof of work must have, instead of an answer.
alter table captcha alter column answer_hash drop not null;
alter table captcha add column work_bits integer;
alter table captcha add check ((answer_hash is null) <> (work_bits is null));
create index captcha_expires on captcha (expires);
