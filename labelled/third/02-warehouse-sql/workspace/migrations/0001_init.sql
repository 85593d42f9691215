create table stock (id int primary key, qty int not null);
