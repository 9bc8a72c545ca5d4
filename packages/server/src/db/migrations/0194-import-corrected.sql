-- Whether a row was corrected after it was read: a second reading would lose that.
alter table import_row add column corrected boolean not null default false;
