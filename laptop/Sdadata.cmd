@echo off
rem Beside sdadata-....exe or sdadata-....pyz: a double click starts the site, and leaves its window open so that addresses and faults can be read.
setlocal
cd /d "%~dp0"
set FILE=
for %%f in (sdadata-*-win_amd64.exe) do set FILE=%%f
if defined FILE (
    "%FILE%" %*
    pause
    exit /b
)
for %%f in (sdadata-*-win_amd64-py*.pyz) do set FILE=%%f
if not defined FILE (
    echo Accanto a questo file manca sdadata-...-win_amd64.exe, o sdadata-...-win_amd64-py....pyz.
    pause
    exit /b 1
)
rem The name ends in the Python that it is for: py313 is 3.13.
for %%f in ("%FILE%") do set NAME=%%~nf
set TAG=%NAME:~-5%
set PYTHON=%TAG:~2,1%.%TAG:~3,2%
where py >nul 2>nul
if errorlevel 1 (
    echo Serve Python %PYTHON%: https://www.python.org/downloads/windows/  ^(oppure: winget install Python.Python.%PYTHON%^)
    pause
    exit /b 1
)
py -%PYTHON% -c "" >nul 2>nul
if errorlevel 1 (
    echo Serve Python %PYTHON%: winget install Python.Python.%PYTHON%
    pause
    exit /b 1
)
py -%PYTHON% "%FILE%" %*
pause
