-- A small database as version 0003 (commit 2850681) left it on PostgreSQL; Ann's cookie is
-- YwjFqmspT9B8XsMmzl7uQbsayVYhWmfS
SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.actions (
    table_id character varying(32) NOT NULL,
    number integer NOT NULL,
    seat smallint NOT NULL,
    action character varying(80) NOT NULL,
    by character varying(8) NOT NULL,
    at double precision NOT NULL
);
CREATE TABLE public.alembic_version (
    version_num character varying(32) NOT NULL
);
CREATE TABLE public.chat (
    table_id character varying(32) NOT NULL,
    number integer NOT NULL,
    seat smallint,
    name character varying(64) NOT NULL,
    text character varying(500) NOT NULL,
    at double precision NOT NULL
);
CREATE TABLE public.players (
    id character varying(32) NOT NULL,
    name character varying(64) NOT NULL,
    webhook character varying(500) NOT NULL,
    created_at double precision NOT NULL
);
CREATE TABLE public.seats (
    table_id character varying(32) NOT NULL,
    seat smallint NOT NULL,
    kind character varying(8) NOT NULL,
    player_id character varying(32),
    name character varying(64),
    level character varying(16),
    promise character varying(64),
    nonce character varying(32)
);
CREATE TABLE public.secrets (
    hash character varying(64) NOT NULL,
    player_id character varying(32) NOT NULL,
    kind character varying(8) NOT NULL,
    created_at double precision NOT NULL
);
CREATE TABLE public.tables (
    id character varying(32) NOT NULL,
    creator character varying(32) NOT NULL,
    invite character varying(64) NOT NULL,
    status character varying(12) NOT NULL,
    game character varying(64) NOT NULL,
    modules text NOT NULL,
    public boolean NOT NULL,
    clock integer,
    chat boolean NOT NULL,
    key character varying(32),
    key_shown boolean NOT NULL,
    rematch character varying(32),
    revision integer NOT NULL,
    number integer NOT NULL,
    to_act smallint NOT NULL,
    due double precision,
    created_at double precision NOT NULL,
    started_at double precision,
    changed_at double precision NOT NULL,
    origin character varying(64),
    part character varying(32)
);
INSERT INTO public.actions VALUES
	('4dc80c84eb3b7b8b906e1df08600e085', 1, 0, 'keep 1 2 5', 'player', 1794808527.7247374),
	('4dc80c84eb3b7b8b906e1df08600e085', 2, 1, 'keep 4 5', 'player', 1794808527.8149881),
	('4dc80c84eb3b7b8b906e1df08600e085', 3, 1, 'claim austria-2--vaduz', 'player', 1794808527.8596592),
	('4dc80c84eb3b7b8b906e1df08600e085', 4, 0, 'claim martigny--sion', 'player', 1794808527.8757694),
	('4dc80c84eb3b7b8b906e1df08600e085', 5, 1, 'claim pfaffikon--schwyz', 'player', 1794808527.9124258),
	('4dc80c84eb3b7b8b906e1df08600e085', 6, 0, 'tickets', 'player', 1794808527.9547632),
	('4dc80c84eb3b7b8b906e1df08600e085', 7, 0, 'keep 1 2', 'player', 1794808528.0042522),
	('4dc80c84eb3b7b8b906e1df08600e085', 8, 1, 'take white', 'player', 1794808528.0095503),
	('4dc80c84eb3b7b8b906e1df08600e085', 9, 1, 'take pink', 'player', 1794808528.0564969),
	('4dc80c84eb3b7b8b906e1df08600e085', 10, 0, 'take blue', 'player', 1794808528.062064),
	('6b661e6a5ec29539b99feef1c9121dd2', 1, 1, 'keep 1 3', 'player', 1794808528.2404559),
	('6b661e6a5ec29539b99feef1c9121dd2', 2, 0, 'keep 3 4 5', 'player', 1794808528.2606578),
	('6b661e6a5ec29539b99feef1c9121dd2', 3, 1, 'claim germany-5--st-gallen', 'player', 1794808528.2965038),
	('6b661e6a5ec29539b99feef1c9121dd2', 4, 0, 'claim baden--basel', 'player', 1794808528.3130257),
	('6b661e6a5ec29539b99feef1c9121dd2', 5, 0, 'take-back', 'player', 1794808528.3485904),
	('6b661e6a5ec29539b99feef1c9121dd2', 6, 1, 'claim sargans--vaduz', 'player', 1794808528.3648837),
	('6b661e6a5ec29539b99feef1c9121dd2', 7, 0, 'tickets', 'player', 1794808528.4086747),
	('6b661e6a5ec29539b99feef1c9121dd2', 8, 0, 'keep 1', 'player', 1794808528.4217267),
	('6b661e6a5ec29539b99feef1c9121dd2', 9, 1, 'tickets', 'player', 1794808528.4278953),
	('6b661e6a5ec29539b99feef1c9121dd2', 10, 1, 'keep 1 3', 'player', 1794808528.4686692),
	('6b661e6a5ec29539b99feef1c9121dd2', 11, 0, 'claim chur--sargans', 'player', 1794808528.4815102),
	('6b661e6a5ec29539b99feef1c9121dd2', 12, 1, 'take orange', 'player', 1794808528.5252817),
	('6b661e6a5ec29539b99feef1c9121dd2', 13, 1, 'take black', 'player', 1794808528.548862),
	('6b661e6a5ec29539b99feef1c9121dd2', 14, 0, 'claim austria-2--vaduz', 'player', 1794808528.5568914),
	('6b661e6a5ec29539b99feef1c9121dd2', 15, 0, 'take-back', 'player', 1794808528.6006262),
	('6b661e6a5ec29539b99feef1c9121dd2', 16, 1, 'claim schaffhausen--winterthur', 'player', 1794808528.6089985),
	('6b661e6a5ec29539b99feef1c9121dd2', 17, 0, 'take black', 'player', 1794808528.6527026),
	('6b661e6a5ec29539b99feef1c9121dd2', 18, 0, 'take red', 'player', 1794808528.6599386),
	('6b661e6a5ec29539b99feef1c9121dd2', 19, 1, 'claim la-chaux-de-fonds--neuchatel', 'player', 1794808528.6710737),
	('6b661e6a5ec29539b99feef1c9121dd2', 20, 1, 'take-back', 'player', 1794808528.7125714),
	('6b661e6a5ec29539b99feef1c9121dd2', 21, 0, 'claim bellinzona--locarno', 'player', 1794808528.7230222),
	('6b661e6a5ec29539b99feef1c9121dd2', 22, 1, 'claim germany-3--kreuzlingen', 'player', 1794808528.7644925),
	('6b661e6a5ec29539b99feef1c9121dd2', 23, 0, 'take blue', 'player', 1794808528.776605),
	('6b661e6a5ec29539b99feef1c9121dd2', 24, 0, 'take white', 'player', 1794808528.8175538),
	('6b661e6a5ec29539b99feef1c9121dd2', 25, 1, 'take pink', 'player', 1794808528.827136),
	('6b661e6a5ec29539b99feef1c9121dd2', 26, 1, 'take green', 'player', 1794808528.8704102),
	('6b661e6a5ec29539b99feef1c9121dd2', 27, 0, 'claim luzern--schwyz', 'player', 1794808528.8795776),
	('6b661e6a5ec29539b99feef1c9121dd2', 28, 1, 'claim france-1--martigny', 'player', 1794808528.9204323),
	('6b661e6a5ec29539b99feef1c9121dd2', 29, 0, 'claim schwyz--zug.2', 'player', 1794808528.9325664),
	('6b661e6a5ec29539b99feef1c9121dd2', 30, 1, 'claim zug--zurich', 'player', 1794808529.02838),
	('6b661e6a5ec29539b99feef1c9121dd2', 31, 0, 'claim bern--neuchatel', 'player', 1794808529.067985),
	('6b661e6a5ec29539b99feef1c9121dd2', 32, 1, 'take yellow', 'player', 1794808529.099979),
	('6b661e6a5ec29539b99feef1c9121dd2', 33, 1, 'take black', 'player', 1794808529.133331),
	('6b661e6a5ec29539b99feef1c9121dd2', 34, 0, 'claim austria-2--vaduz', 'player', 1794808529.144585),
	('6b661e6a5ec29539b99feef1c9121dd2', 35, 0, 'take-back', 'player', 1794808529.1879508),
	('6b661e6a5ec29539b99feef1c9121dd2', 36, 1, 'claim france-2--geneve', 'player', 1794808529.2166533),
	('6b661e6a5ec29539b99feef1c9121dd2', 37, 0, 'take green', 'player', 1794808529.2604437),
	('6b661e6a5ec29539b99feef1c9121dd2', 38, 0, 'take orange', 'player', 1794808529.2758412),
	('6b661e6a5ec29539b99feef1c9121dd2', 39, 1, 'take orange', 'player', 1794808529.2844455),
	('6b661e6a5ec29539b99feef1c9121dd2', 40, 1, 'take locomotive', 'player', 1794808529.3248348),
	('6b661e6a5ec29539b99feef1c9121dd2', 41, 0, 'take locomotive', 'player', 1794808529.3387759),
	('6b661e6a5ec29539b99feef1c9121dd2', 42, 0, 'take white', 'player', 1794808529.377693),
	('6b661e6a5ec29539b99feef1c9121dd2', 43, 1, 'claim basel--olten', 'player', 1794808529.3923814),
	('6b661e6a5ec29539b99feef1c9121dd2', 44, 0, 'claim la-chaux-de-fonds--neuchatel', 'player', 1794808529.4381042),
	('6b661e6a5ec29539b99feef1c9121dd2', 45, 0, 'pay 1 locomotive', 'player', 1794808529.457448),
	('6b661e6a5ec29539b99feef1c9121dd2', 46, 1, 'take red', 'player', 1794808529.4764833),
	('6b661e6a5ec29539b99feef1c9121dd2', 47, 1, 'take white', 'player', 1794808529.5281417),
	('6b661e6a5ec29539b99feef1c9121dd2', 48, 0, 'take pink', 'player', 1794808529.542649),
	('6b661e6a5ec29539b99feef1c9121dd2', 49, 0, 'draw', 'player', 1794808529.5845714),
	('6b661e6a5ec29539b99feef1c9121dd2', 50, 1, 'take yellow', 'player', 1794808529.5920525),
	('6b661e6a5ec29539b99feef1c9121dd2', 51, 1, 'take black', 'player', 1794808529.6324272),
	('6b661e6a5ec29539b99feef1c9121dd2', 52, 0, 'claim delemont--solothurn', 'player', 1794808529.642572),
	('6b661e6a5ec29539b99feef1c9121dd2', 53, 0, 'take-back', 'player', 1794808529.684357),
	('6b661e6a5ec29539b99feef1c9121dd2', 54, 1, 'take black', 'player', 1794808529.6918724),
	('6b661e6a5ec29539b99feef1c9121dd2', 55, 1, 'take yellow', 'player', 1794808529.7324746),
	('6b661e6a5ec29539b99feef1c9121dd2', 56, 0, 'claim davos--italy-1', 'player', 1794808529.739778),
	('6b661e6a5ec29539b99feef1c9121dd2', 57, 1, 'claim neuchatel--yverdon', 'player', 1794808529.780285),
	('6b661e6a5ec29539b99feef1c9121dd2', 58, 0, 'claim locarno--lugano', 'player', 1794808529.7922401),
	('6b661e6a5ec29539b99feef1c9121dd2', 59, 1, 'draw', 'player', 1794808529.828639),
	('6b661e6a5ec29539b99feef1c9121dd2', 60, 1, 'take pink', 'player', 1794808529.8402064),
	('6b661e6a5ec29539b99feef1c9121dd2', 61, 0, 'claim kreuzlingen--st-gallen', 'player', 1794808529.847568),
	('6b661e6a5ec29539b99feef1c9121dd2', 62, 1, 'claim italy-3--lugano', 'player', 1794808529.8884375),
	('6b661e6a5ec29539b99feef1c9121dd2', 63, 1, 'take-back', 'player', 1794808529.8972068),
	('6b661e6a5ec29539b99feef1c9121dd2', 64, 0, 'draw', 'player', 1794808529.9105656),
	('6b661e6a5ec29539b99feef1c9121dd2', 65, 0, 'take orange', 'player', 1794808529.952553),
	('6b661e6a5ec29539b99feef1c9121dd2', 66, 1, 'claim basel--delemont', 'player', 1794808529.9632015),
	('6b661e6a5ec29539b99feef1c9121dd2', 67, 1, 'pay 2 yellow', 'player', 1794808530.004467),
	('6b661e6a5ec29539b99feef1c9121dd2', 68, 1, 'pay 1 locomotive', 'player', 1794808530.0161588),
	('6b661e6a5ec29539b99feef1c9121dd2', 69, 0, 'claim bellinzona--lugano.2', 'player', 1794808530.0204544),
	('6b661e6a5ec29539b99feef1c9121dd2', 70, 0, 'take-back', 'player', 1794808530.0644732),
	('6b661e6a5ec29539b99feef1c9121dd2', 71, 1, 'claim winterthur--zurich.2', 'player', 1794808530.0708232),
	('6b661e6a5ec29539b99feef1c9121dd2', 72, 0, 'claim bern--fribourg.2', 'player', 1794808530.1124287),
	('6b661e6a5ec29539b99feef1c9121dd2', 73, 1, 'claim austria-2--vaduz', 'player', 1794808530.1170485),
	('6b661e6a5ec29539b99feef1c9121dd2', 74, 1, 'take-back', 'player', 1794808530.1603918),
	('6b661e6a5ec29539b99feef1c9121dd2', 75, 0, 'take red', 'player', 1794808530.1657028),
	('6b661e6a5ec29539b99feef1c9121dd2', 76, 0, 'take pink', 'player', 1794808530.2084272),
	('6b661e6a5ec29539b99feef1c9121dd2', 77, 1, 'tickets', 'player', 1794808530.2149324),
	('6b661e6a5ec29539b99feef1c9121dd2', 78, 1, 'keep 1 2 3', 'player', 1794808530.2604167),
	('6b661e6a5ec29539b99feef1c9121dd2', 79, 0, 'claim pfaffikon--schwyz', 'player', 1794808530.31232),
	('6b661e6a5ec29539b99feef1c9121dd2', 80, 1, 'take green', 'player', 1794808530.3222244),
	('6b661e6a5ec29539b99feef1c9121dd2', 81, 1, 'take orange', 'player', 1794808530.3647172),
	('6b661e6a5ec29539b99feef1c9121dd2', 82, 0, 'claim germany-4--kreuzlingen', 'player', 1794808530.3755052),
	('6b661e6a5ec29539b99feef1c9121dd2', 83, 1, 'tickets', 'player', 1794808530.417316),
	('6b661e6a5ec29539b99feef1c9121dd2', 84, 1, 'keep 1 3', 'player', 1794808530.4281435),
	('6b661e6a5ec29539b99feef1c9121dd2', 85, 0, 'claim austria-2--vaduz', 'player', 1794808530.434412),
	('6b661e6a5ec29539b99feef1c9121dd2', 86, 0, 'take-back', 'player', 1794808530.4816804),
	('6b661e6a5ec29539b99feef1c9121dd2', 87, 1, 'draw', 'player', 1794808530.4904344),
	('6b661e6a5ec29539b99feef1c9121dd2', 88, 1, 'take white', 'player', 1794808530.4979577),
	('6b661e6a5ec29539b99feef1c9121dd2', 89, 0, 'draw', 'player', 1794808530.501916),
	('6b661e6a5ec29539b99feef1c9121dd2', 90, 0, 'draw', 'player', 1794808530.5443532),
	('6b661e6a5ec29539b99feef1c9121dd2', 91, 1, 'take red', 'player', 1794808530.5498307),
	('6b661e6a5ec29539b99feef1c9121dd2', 92, 1, 'take blue', 'player', 1794808530.5924132),
	('6b661e6a5ec29539b99feef1c9121dd2', 93, 0, 'draw', 'player', 1794808530.598131),
	('6b661e6a5ec29539b99feef1c9121dd2', 94, 0, 'take pink', 'player', 1794808530.6405072),
	('6b661e6a5ec29539b99feef1c9121dd2', 95, 1, 'claim brusio--italy-2', 'player', 1794808530.6481185),
	('6b661e6a5ec29539b99feef1c9121dd2', 96, 1, 'take-back', 'player', 1794808530.6924481),
	('6b661e6a5ec29539b99feef1c9121dd2', 97, 0, 'claim baden--olten', 'player', 1794808530.6978064),
	('6b661e6a5ec29539b99feef1c9121dd2', 98, 1, 'draw', 'player', 1794808530.7405503),
	('6b661e6a5ec29539b99feef1c9121dd2', 99, 1, 'take yellow', 'player', 1794808530.7522004),
	('6b661e6a5ec29539b99feef1c9121dd2', 100, 0, 'take blue', 'player', 1794808530.7612908),
	('6b661e6a5ec29539b99feef1c9121dd2', 101, 0, 'take orange', 'player', 1794808530.8085632),
	('6b661e6a5ec29539b99feef1c9121dd2', 102, 1, 'claim delemont--la-chaux-de-fonds', 'player', 1794808530.8583372),
	('6b661e6a5ec29539b99feef1c9121dd2', 103, 1, 'take-back', 'player', 1794808530.9047225),
	('6b661e6a5ec29539b99feef1c9121dd2', 104, 0, 'take black', 'player', 1794808530.9208262),
	('6b661e6a5ec29539b99feef1c9121dd2', 105, 0, 'take yellow', 'player', 1794808530.9566023),
	('6b661e6a5ec29539b99feef1c9121dd2', 106, 1, 'claim basel--germany-1', 'player', 1794808530.9743583),
	('6b661e6a5ec29539b99feef1c9121dd2', 107, 1, 'pay 1 blue', 'player', 1794808531.0239902),
	('6b661e6a5ec29539b99feef1c9121dd2', 108, 1, 'pay 1 locomotive', 'player', 1794808531.0391035),
	('6b661e6a5ec29539b99feef1c9121dd2', 109, 0, 'claim austria-3--davos', 'player', 1794808531.066751),
	('6b661e6a5ec29539b99feef1c9121dd2', 110, 1, 'claim austria-2--vaduz', 'player', 1794808531.196522),
	('6b661e6a5ec29539b99feef1c9121dd2', 111, 0, 'take yellow', 'player', 1794808531.212398),
	('6b661e6a5ec29539b99feef1c9121dd2', 112, 0, 'take pink', 'player', 1794808531.2443666),
	('6b661e6a5ec29539b99feef1c9121dd2', 113, 1, 'claim france-3--la-chaux-de-fonds', 'player', 1794808531.2504249),
	('6b661e6a5ec29539b99feef1c9121dd2', 114, 1, 'take-back', 'player', 1794808531.2923996),
	('6b661e6a5ec29539b99feef1c9121dd2', 115, 0, 'claim luzern--zug.2', 'player', 1794808531.325399),
	('6b661e6a5ec29539b99feef1c9121dd2', 116, 1, 'claim germany-2--schaffhausen', 'player', 1794808531.360338),
	('6b661e6a5ec29539b99feef1c9121dd2', 117, 0, 'take green', 'player', 1794808531.3844173),
	('6b661e6a5ec29539b99feef1c9121dd2', 118, 0, 'take red', 'player', 1794808531.4181333),
	('6b661e6a5ec29539b99feef1c9121dd2', 119, 1, 'claim brusio--italy-2', 'player', 1794808531.433443),
	('6b661e6a5ec29539b99feef1c9121dd2', 120, 1, 'take-back', 'player', 1794808531.4764438),
	('6b661e6a5ec29539b99feef1c9121dd2', 121, 0, 'claim bern--solothurn', 'player', 1794808531.4926643),
	('6b661e6a5ec29539b99feef1c9121dd2', 122, 1, 'take pink', 'player', 1794808531.5285914),
	('6b661e6a5ec29539b99feef1c9121dd2', 123, 1, 'take black', 'player', 1794808531.5445023),
	('6b661e6a5ec29539b99feef1c9121dd2', 124, 0, 'claim olten--solothurn', 'player', 1794808531.5517633),
	('6b661e6a5ec29539b99feef1c9121dd2', 125, 1, 'claim delemont--solothurn', 'player', 1794808531.5978205),
	('6b661e6a5ec29539b99feef1c9121dd2', 126, 1, 'take-back', 'player', 1794808531.611504),
	('6b661e6a5ec29539b99feef1c9121dd2', 127, 0, 'take red', 'player', 1794808531.6727333),
	('6b661e6a5ec29539b99feef1c9121dd2', 128, 0, 'take blue', 'player', 1794808531.764424),
	('6b661e6a5ec29539b99feef1c9121dd2', 129, 1, 'claim delemont--france-4', 'player', 1794808531.772417),
	('6b661e6a5ec29539b99feef1c9121dd2', 130, 1, 'take-back', 'player', 1794808531.786909),
	('6b661e6a5ec29539b99feef1c9121dd2', 131, 0, 'claim baden--zurich', 'player', 1794808531.8002114),
	('6b661e6a5ec29539b99feef1c9121dd2', 132, 1, 'take orange', 'player', 1794808531.8404894),
	('6b661e6a5ec29539b99feef1c9121dd2', 133, 1, 'take yellow', 'player', 1794808531.8550012),
	('6b661e6a5ec29539b99feef1c9121dd2', 134, 0, 'claim fribourg--lausanne.2', 'player', 1794808531.8668814),
	('6b661e6a5ec29539b99feef1c9121dd2', 135, 1, 'claim bellinzona--lugano.2', 'player', 1794808531.949774),
	('6b661e6a5ec29539b99feef1c9121dd2', 136, 1, 'take-back', 'player', 1794808531.9668734),
	('6b661e6a5ec29539b99feef1c9121dd2', 137, 0, 'draw', 'player', 1794808532.0308359),
	('6b661e6a5ec29539b99feef1c9121dd2', 138, 0, 'take white', 'player', 1794808532.0725303),
	('6b661e6a5ec29539b99feef1c9121dd2', 139, 1, 'claim delemont--solothurn', 'player', 1794808532.1163864),
	('6b661e6a5ec29539b99feef1c9121dd2', 140, 1, 'take-back', 'player', 1794808532.1403923),
	('6b661e6a5ec29539b99feef1c9121dd2', 141, 0, 'claim delemont--solothurn', 'player', 1794808532.1547382),
	('6b661e6a5ec29539b99feef1c9121dd2', 142, 0, 'take-back', 'player', 1794808532.1963232),
	('6b661e6a5ec29539b99feef1c9121dd2', 143, 1, 'take green', 'player', 1794808532.2018125),
	('6b661e6a5ec29539b99feef1c9121dd2', 144, 1, 'draw', 'player', 1794808532.2480342),
	('6b661e6a5ec29539b99feef1c9121dd2', 145, 0, 'take green', 'player', 1794808532.2680001),
	('6b661e6a5ec29539b99feef1c9121dd2', 146, 0, 'take orange', 'player', 1794808532.30448),
	('6b661e6a5ec29539b99feef1c9121dd2', 147, 1, 'take green', 'player', 1794808532.3166275),
	('6b661e6a5ec29539b99feef1c9121dd2', 148, 1, 'draw', 'player', 1794808532.3570137),
	('6b661e6a5ec29539b99feef1c9121dd2', 149, 0, 'take locomotive', 'player', 1794808532.37135),
	('6b661e6a5ec29539b99feef1c9121dd2', 150, 0, 'take yellow', 'player', 1794808532.4124787),
	('6b661e6a5ec29539b99feef1c9121dd2', 151, 1, 'take red', 'player', 1794808532.422975),
	('6b661e6a5ec29539b99feef1c9121dd2', 152, 1, 'draw', 'player', 1794808532.4646597),
	('6b661e6a5ec29539b99feef1c9121dd2', 153, 0, 'claim bellinzona--wassen', 'player', 1794808532.5603447),
	('6b661e6a5ec29539b99feef1c9121dd2', 154, 1, 'claim bern--luzern', 'player', 1794808532.6083803),
	('6b661e6a5ec29539b99feef1c9121dd2', 155, 0, 'draw', 'player', 1794808532.6483424),
	('6b661e6a5ec29539b99feef1c9121dd2', 156, 0, 'take pink', 'player', 1794808532.6680367),
	('6b661e6a5ec29539b99feef1c9121dd2', 157, 1, 'claim bellinzona--lugano', 'player', 1794808532.6764445),
	('6b661e6a5ec29539b99feef1c9121dd2', 158, 0, 'tickets', 'player', 1794808532.7239523),
	('6b661e6a5ec29539b99feef1c9121dd2', 159, 0, 'keep 2', 'player', 1794808532.7360601),
	('6b661e6a5ec29539b99feef1c9121dd2', 160, 1, 'take orange', 'player', 1794808532.7444878),
	('6b661e6a5ec29539b99feef1c9121dd2', 161, 1, 'take red', 'player', 1794808532.7885392),
	('6b661e6a5ec29539b99feef1c9121dd2', 162, 0, 'take green', 'player', 1794808532.7958486),
	('6b661e6a5ec29539b99feef1c9121dd2', 163, 0, 'take blue', 'player', 1794808532.840325),
	('6b661e6a5ec29539b99feef1c9121dd2', 164, 1, 'claim delemont--france-4', 'player', 1794808532.8481877),
	('6b661e6a5ec29539b99feef1c9121dd2', 165, 0, 'claim schwyz--wassen.2', 'player', 1794808532.8887196),
	('6b661e6a5ec29539b99feef1c9121dd2', 166, 0, 'take-back', 'player', 1794808532.9008634),
	('6b661e6a5ec29539b99feef1c9121dd2', 167, 1, 'take black', 'player', 1794808532.912093),
	('6b661e6a5ec29539b99feef1c9121dd2', 168, 1, 'draw', 'player', 1794808532.9526992),
	('6b661e6a5ec29539b99feef1c9121dd2', 169, 0, 'take blue', 'player', 1794808532.9585752),
	('6b661e6a5ec29539b99feef1c9121dd2', 170, 0, 'take pink', 'player', 1794808533.0005443),
	('6b661e6a5ec29539b99feef1c9121dd2', 171, 1, 'claim italy-3--lugano', 'player', 1794808533.007578),
	('6b661e6a5ec29539b99feef1c9121dd2', 172, 1, 'take-back', 'player', 1794808533.0484679),
	('6b661e6a5ec29539b99feef1c9121dd2', 173, 0, 'take pink', 'player', 1794808533.0537214),
	('6b661e6a5ec29539b99feef1c9121dd2', 174, 0, 'take orange', 'player', 1794808533.0964708),
	('6b661e6a5ec29539b99feef1c9121dd2', 175, 1, 'claim delemont--solothurn', 'player', 1794808533.1025026),
	('6b661e6a5ec29539b99feef1c9121dd2', 176, 1, 'take-back', 'player', 1794808533.1444893),
	('6b661e6a5ec29539b99feef1c9121dd2', 177, 0, 'claim schwyz--wassen.2', 'player', 1794808533.1499395),
	('6b661e6a5ec29539b99feef1c9121dd2', 178, 0, 'take-back', 'player', 1794808533.1924944),
	('6b661e6a5ec29539b99feef1c9121dd2', 179, 1, 'claim delemont--solothurn', 'player', 1794808533.1979132),
	('6b661e6a5ec29539b99feef1c9121dd2', 180, 1, 'take-back', 'player', 1794808533.240522),
	('6b661e6a5ec29539b99feef1c9121dd2', 181, 0, 'claim st-gallen--vaduz', 'player', 1794808533.246013),
	('6b661e6a5ec29539b99feef1c9121dd2', 182, 0, 'pay 1 blue 1 locomotive', 'player', 1794808533.2883675),
	('6b661e6a5ec29539b99feef1c9121dd2', 183, 0, 'pay 2 blue', 'player', 1794808533.2939587),
	('6b661e6a5ec29539b99feef1c9121dd2', 184, 1, 'claim pfaffikon--zurich', 'player', 1794808533.3018038),
	('6b661e6a5ec29539b99feef1c9121dd2', 185, 0, 'claim italy-4--locarno', 'player', 1794808533.3444529),
	('6b661e6a5ec29539b99feef1c9121dd2', 186, 1, 'take yellow', 'player', 1794808533.3522232),
	('6b661e6a5ec29539b99feef1c9121dd2', 187, 1, 'draw', 'player', 1794808533.3926833),
	('6b661e6a5ec29539b99feef1c9121dd2', 188, 0, 'take white', 'player', 1794808533.3999302),
	('6b661e6a5ec29539b99feef1c9121dd2', 189, 0, 'take red', 'player', 1794808533.4420166),
	('6b661e6a5ec29539b99feef1c9121dd2', 190, 1, 'claim lausanne--martigny', 'player', 1794808533.4608114),
	('6b661e6a5ec29539b99feef1c9121dd2', 191, 0, 'claim interlaken--luzern', 'player', 1794808533.504503),
	('6b661e6a5ec29539b99feef1c9121dd2', 192, 1, 'draw', 'player', 1794808533.513164),
	('6b661e6a5ec29539b99feef1c9121dd2', 193, 1, 'draw', 'player', 1794808533.6289222),
	('6b661e6a5ec29539b99feef1c9121dd2', 194, 0, 'take orange', 'player', 1794808533.638002),
	('6b661e6a5ec29539b99feef1c9121dd2', 195, 0, 'draw', 'player', 1794808533.65155);
INSERT INTO public.alembic_version VALUES
	('0003');
INSERT INTO public.chat VALUES
	('4dc80c84eb3b7b8b906e1df08600e085', 1, 0, 'Ann', 'Good luck!', 1794808528.0709424),
	('6b661e6a5ec29539b99feef1c9121dd2', 1, 0, 'Ann', 'Good luck!', 1794808533.7053478);
INSERT INTO public.players VALUES
	('908fa0ff94320129c4b918a942b3cc6e', 'Ann', '', 1794808527.0977304),
	('22788f10be1f831472cb14e10d423b5b', 'Bob', '', 1794808527.203209);
INSERT INTO public.seats VALUES
	('86c482c3bcd1de2e46133a73b6421291', 0, 'player', '908fa0ff94320129c4b918a942b3cc6e', 'Ann', NULL, NULL, NULL),
	('86c482c3bcd1de2e46133a73b6421291', 1, 'open', NULL, NULL, NULL, NULL, NULL),
	('4dc80c84eb3b7b8b906e1df08600e085', 0, 'player', '908fa0ff94320129c4b918a942b3cc6e', 'Ann', NULL, NULL, NULL),
	('4dc80c84eb3b7b8b906e1df08600e085', 1, 'player', '22788f10be1f831472cb14e10d423b5b', 'Bob', NULL, NULL, NULL),
	('6b661e6a5ec29539b99feef1c9121dd2', 0, 'player', '908fa0ff94320129c4b918a942b3cc6e', 'Ann', NULL, NULL, NULL),
	('6b661e6a5ec29539b99feef1c9121dd2', 1, 'player', '22788f10be1f831472cb14e10d423b5b', 'Bob', NULL, NULL, NULL);
INSERT INTO public.secrets VALUES
	('9732ff1dcc2487a18438f4af838e5f6b03861cf4918c4255376c33b14f21ded2', '908fa0ff94320129c4b918a942b3cc6e', 'cookie', 1794808527.1013987),
	('3a380a5ca796f43d8349837f074ecb75ef485bd92bab12123698587d1c563809', '22788f10be1f831472cb14e10d423b5b', 'cookie', 1794808527.236199),
	('8d9347dac8241ce688e790ba0c2ab92994dd94c77c11a6017a41a0ee422bd8e7', '22788f10be1f831472cb14e10d423b5b', 'token', 1794808533.7256377);
INSERT INTO public.tables VALUES
	('86c482c3bcd1de2e46133a73b6421291', '908fa0ff94320129c4b918a942b3cc6e', 'FgUlVOI8qway_mNLStqf5iJOcvm3DnPK', 'open', 'usa', '', true, NULL, true, NULL, false, NULL, 0, 0, 0, NULL, 1794808527.264155, NULL, 1794808527.2641566, '127.0.0.1', '6e74566a91c586c16bc3a7d682937879'),
	('4dc80c84eb3b7b8b906e1df08600e085', '908fa0ff94320129c4b918a942b3cc6e', '28DwFkg4ZBT1UenAI--_HRvgL-dAVy2A', 'playing', 'switzerland', '', true, NULL, true, '994b425d14e146c1f23658cf765718d4', false, NULL, 3, 10, 1, NULL, 1794808527.4023633, 1794808527.576603, 1794808528.0721433, '127.0.0.1', 'b6dc9415a5cf8da20e0a182f1bda9ef0'),
	('6b661e6a5ec29539b99feef1c9121dd2', '908fa0ff94320129c4b918a942b3cc6e', 'PoK9ULvIbQZz9zS0yulQJ2b0A6tkZtIx', 'over', 'switzerland', '', true, NULL, true, 'b5195d4b6429b7746af2f0484f11f604', false, NULL, 3, 195, 0, NULL, 1794808528.0989575, 1794808528.1369028, 1794808533.7059073, '127.0.0.1', 'b6e71085f302941ae01f765c8b890b70');
ALTER TABLE ONLY public.actions
    ADD CONSTRAINT actions_pkey PRIMARY KEY (table_id, number);
ALTER TABLE ONLY public.alembic_version
    ADD CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num);
ALTER TABLE ONLY public.chat
    ADD CONSTRAINT chat_pkey PRIMARY KEY (table_id, number);
ALTER TABLE ONLY public.players
    ADD CONSTRAINT players_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.seats
    ADD CONSTRAINT seats_pkey PRIMARY KEY (table_id, seat);
ALTER TABLE ONLY public.secrets
    ADD CONSTRAINT secrets_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY public.tables
    ADD CONSTRAINT tables_pkey PRIMARY KEY (id);
CREATE INDEX ix_seats_player_id ON public.seats USING btree (player_id);
CREATE INDEX ix_secrets_player_id ON public.secrets USING btree (player_id);
CREATE INDEX ix_tables_creator ON public.tables USING btree (creator);
CREATE INDEX ix_tables_due ON public.tables USING btree (due);
CREATE INDEX tables_by_origin ON public.tables USING btree (origin, created_at);
CREATE INDEX tables_by_status ON public.tables USING btree (status, public, changed_at);
ALTER TABLE ONLY public.actions
    ADD CONSTRAINT actions_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.chat
    ADD CONSTRAINT chat_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.seats
    ADD CONSTRAINT seats_player_id_fkey FOREIGN KEY (player_id) REFERENCES public.players(id);
ALTER TABLE ONLY public.seats
    ADD CONSTRAINT seats_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.secrets
    ADD CONSTRAINT secrets_player_id_fkey FOREIGN KEY (player_id) REFERENCES public.players(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.tables
    ADD CONSTRAINT tables_creator_fkey FOREIGN KEY (creator) REFERENCES public.players(id);
