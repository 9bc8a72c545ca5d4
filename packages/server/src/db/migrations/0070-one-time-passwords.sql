-- A one-time password that nobody used in time no longer opens its account. Null where the password is the owner's.
alter table app_user add column password_expires timestamptz;
create index app_user_locked on app_user (locked_until) where locked_until is not null;
